package dev.throughline.app.remember;

import dev.throughline.app.command.Screen;
import dev.throughline.memory.Memory;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.memory.workspace.Outcome;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * A change that was taken back, or made again: which one, whose it was, and the lines that went or came back.
 *
 * <pre>
 *   took back change 12 by cli of 2026-04-05 10:15
 *     memory/2026-04-05.md
 *     - I use tabs. (2026-04-05, cli)
 * </pre>
 *
 * @param target what was taken back or made again
 * @param effect what that did; its steps are empty if a person had edited those lines meanwhile
 */
public record Undone(Operation target, Operation effect) {
    private static final int MOST_LINES = 20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    /** Takes back the newest change that stands; empty if there is none. */
    public static Optional<Undone> undo(Memory memory) {
        return memory.undo().flatMap(outcome -> of(memory, outcome));
    }

    /** Makes the newest change again that was taken back, if nothing was changed since. */
    public static Optional<Undone> redo(Memory memory) {
        return memory.redo().flatMap(outcome -> of(memory, outcome));
    }

    private static Optional<Undone> of(Memory memory, Outcome outcome) {
        return memory.workspace()
                .operation(outcome.operation())
                .flatMap(effect -> change(memory, effect).map(target -> new Undone(target, effect)));
    }

    /** The change that an undo, or the redo of an undo, is about in the end. */
    private static Optional<Operation> change(Memory memory, Operation effect) {
        Optional<Operation> target = memory.workspace().operation(effect.of());
        return target.filter(each -> each.kind() != Operation.Kind.CHANGE)
                .flatMap(each -> change(memory, each))
                .or(() -> target);
    }

    /** What happened, in words. */
    public String said() {
        String head = (effect.kind() == Operation.Kind.REDO ? "made change " : "took back change ") + target.number()
                + (effect.kind() == Operation.Kind.REDO ? " again, by " : " by ") + target.by() + " of "
                + time(target);
        if (effect.steps().isEmpty()) {
            return head + ": nothing was left to do in " + pages(target)
                    + ", since those lines were edited or removed meanwhile; they stay as they are";
        }
        StringBuilder text = new StringBuilder(head);
        for (Operation.Step step : effect.steps()) {
            text.append("\n  ").append(Screen.harmless(step.path().text()));
            List<String> lines = new ArrayList<>();
            gone(step).forEach(line -> lines.add("\n  - " + Screen.harmless(line)));
            back(step).forEach(line -> lines.add("\n  + " + Screen.harmless(line)));
            lines.stream().limit(MOST_LINES).forEach(text::append);
            text.append(lines.size() > MOST_LINES ? "\n  … and " + (lines.size() - MOST_LINES) + " lines more" : "");
        }
        return text.toString();
    }

    static String time(Operation operation) {
        return TIME.format(operation.at().atZone(ZoneId.systemDefault()));
    }

    static String pages(Operation operation) {
        return String.join(
                ", ", operation.paths().stream().map(Object::toString).toList());
    }

    /** The same as members of an object. */
    public void write(JsonGenerator json) {
        Told.operation(target, json);
        json.writeName("changes");
        json.writeStartArray();
        for (Operation.Step step : effect.steps()) {
            json.writeStartObject();
            json.writeStringProperty("path", step.path().text());
            Told.lines("gone", gone(step), json);
            Told.lines("back", back(step), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static List<String> gone(Operation.Step step) {
        return switch (step) {
            case Operation.Step.Write write -> without(write.before().orElse(""), write.after());
            case Operation.Step.Delete delete -> without(delete.before(), "");
            case Operation.Step.Append _ -> List.of();
        };
    }

    private static List<String> back(Operation.Step step) {
        return switch (step) {
            case Operation.Step.Write write ->
                without(write.after(), write.before().orElse(""));
            case Operation.Step.Delete _ -> List.of();
            case Operation.Step.Append append -> without(append.text(), "");
        };
    }

    /** The lines of one text that another has not, blank ones aside. */
    private static List<String> without(String text, String other) {
        List<String> lines =
                new ArrayList<>(text.lines().filter(line -> !line.isBlank()).toList());
        other.lines().forEach(lines::remove);
        return lines;
    }
}
