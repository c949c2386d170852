package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.memory.workspace.ChangeResult;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.text.DisplayText;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A change that was undone or redone: which one, whose it was, and the lines that went or came back.
 *
 * <pre>
 *   undid change 12 by cli of 2026-04-05 10:15
 *     memory/2026-04-05.md
 *     - I use tabs. (2026-04-05, cli)
 * </pre>
 *
 * @param target the change
 * @param effect what that did; its steps are empty if a person had edited those lines meanwhile
 */
public record UndoneChange(Operation target, Operation effect) {
    private static final int MOST_LINES = 20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    /** Undoes the newest change; empty if there is none. */
    public static Optional<UndoneChange> undo(Workspace workspace) {
        return workspace.undo().flatMap(outcome -> of(workspace, outcome));
    }

    /** Redoes the newest change that was undone, if nothing was changed since. */
    public static Optional<UndoneChange> redo(Workspace workspace) {
        return workspace.redo().flatMap(outcome -> of(workspace, outcome));
    }

    private static Optional<UndoneChange> of(Workspace workspace, ChangeResult outcome) {
        return workspace
                .operation(outcome.operation())
                .flatMap(effect -> change(workspace, effect).map(target -> new UndoneChange(target, effect)));
    }

    /** The change that an undo, or the redo of an undo, is about in the end. */
    private static Optional<Operation> change(Workspace workspace, Operation effect) {
        Optional<Operation> target = workspace.operation(effect.of());
        return target.filter(each -> each.kind() != Operation.Kind.CHANGE)
                .flatMap(each -> change(workspace, each))
                .or(() -> target);
    }

    /** What happened, in words. */
    public String description() {
        String head = (effect.kind() == Operation.Kind.REDO ? "redid" : "undid") + " change " + target.number() + " by "
                + target.by() + " of " + time(target);
        if (effect.steps().isEmpty()) {
            return head + ": nothing was left to do in " + pages(target)
                    + ", because those lines were edited or removed in the meantime; they were not changed";
        }
        StringBuilder text = new StringBuilder(head);
        for (Operation.Step step : effect.steps()) {
            text.append("\n  ").append(DisplayText.harmless(step.path().text()));
            List<String> lines = new ArrayList<>();
            gone(step).forEach(line -> lines.add("\n  - " + DisplayText.harmless(line)));
            back(step).forEach(line -> lines.add("\n  + " + DisplayText.harmless(line)));
            lines.stream().limit(MOST_LINES).forEach(text::append);
            text.append(lines.size() > MOST_LINES ? "\n  … and " + (lines.size() - MOST_LINES) + " lines more" : "");
        }
        return text.toString();
    }

    public static String time(Operation operation) {
        return TIME.format(operation.at().atZone(ZoneId.systemDefault()));
    }

    public static String pages(Operation operation) {
        return String.join(
                ", ", operation.paths().stream().map(Object::toString).toList());
    }

    /** The change with the lines of each page that went or came back. */
    public record View(@JsonUnwrapped MemoryViews.Change change, List<Lines> changes) {
        public record Lines(String path, List<String> gone, List<String> back) {}
    }

    public View view() {
        return new View(
                MemoryViews.Change.of(target),
                effect.steps().stream()
                        .map(step -> new View.Lines(step.path().text(), gone(step), back(step)))
                        .toList());
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
