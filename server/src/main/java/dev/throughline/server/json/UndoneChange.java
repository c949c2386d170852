package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.memory.workspace.PageStep;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.text.DisplayText;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A change to memory that was undone or redone.
 *
 * <pre>
 *   undid change 12 by cli of 2026-04-05 10:15
 *     memory/2026-04-05.md
 *     - I use tabs. (2026-04-05, cli)
 * </pre>
 *
 * @param target the change that was undone or redone
 * @param effect what was done; its steps are empty if a user edited those lines in the meantime
 */
public record UndoneChange(Operation target, Operation effect) {
    private static final int MAX_LINES = 20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    /** Undoes the newest change; empty if there is none. */
    public static Optional<UndoneChange> undo(Workspace workspace) {
        return workspace.undo().flatMap(effect -> of(workspace, effect));
    }

    /** Redoes the newest change that was undone, if nothing has changed since. */
    public static Optional<UndoneChange> redo(Workspace workspace) {
        return workspace.redo().flatMap(effect -> of(workspace, effect));
    }

    private static Optional<UndoneChange> of(Workspace workspace, Operation effect) {
        return change(workspace, effect).map(target -> new UndoneChange(target, effect));
    }

    /** The original change that an undo, or the redo of an undo, applies to. */
    private static Optional<Operation> change(Workspace workspace, Operation effect) {
        Optional<Operation> target = workspace.operation(effect.of());
        return target.filter(each -> each.kind() != Operation.OperationKind.CHANGE)
                .flatMap(each -> change(workspace, each))
                .or(() -> target);
    }

    /** What was done, as a sentence and a list of lines. */
    public String description() {
        String head = (effect.kind() == Operation.OperationKind.REDO ? "redid" : "undid") + " change " + target.number()
                + " by " + target.by() + " of " + time(target);
        if (effect.steps().isEmpty()) {
            return head + ": nothing was left to do in " + pages(target)
                    + ", because those lines were edited or removed in the meantime; they were not changed";
        }
        StringBuilder text = new StringBuilder(head);
        for (PageStep step : effect.steps()) {
            text.append("\n  ").append(DisplayText.printable(step.path().text()));
            List<String> lines = new ArrayList<>();
            removed(step).forEach(line -> lines.add("\n  - " + DisplayText.printable(line)));
            added(step).forEach(line -> lines.add("\n  + " + DisplayText.printable(line)));
            lines.stream().limit(MAX_LINES).forEach(text::append);
            text.append(lines.size() > MAX_LINES ? "\n  … and " + (lines.size() - MAX_LINES) + " lines more" : "");
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

    /** The change with the lines of each page that were removed or added. */
    public record UndoneView(@JsonUnwrapped Operation change, List<ChangedLines> changes) {}

    /** The lines of a page that were removed ({@code gone}) and added ({@code back}). */
    public record ChangedLines(String path, List<String> gone, List<String> back) {}

    public UndoneView view() {
        return new UndoneView(
                target,
                effect.steps().stream()
                        .map(step -> new ChangedLines(step.path().text(), removed(step), added(step)))
                        .toList());
    }

    private static List<String> removed(PageStep step) {
        return switch (step) {
            case PageStep.WriteStep write -> without(write.before().orElse(""), write.after());
            case PageStep.DeleteStep delete -> without(delete.before(), "");
            case PageStep.AppendStep _ -> List.of();
        };
    }

    private static List<String> added(PageStep step) {
        return switch (step) {
            case PageStep.WriteStep write ->
                without(write.after(), write.before().orElse(""));
            case PageStep.DeleteStep _ -> List.of();
            case PageStep.AppendStep append -> without(append.text(), "");
        };
    }

    /** The lines of a text that another text does not contain, without blank lines. */
    private static List<String> without(String text, String other) {
        List<String> lines =
                new ArrayList<>(text.lines().filter(line -> !line.isBlank()).toList());
        other.lines().forEach(lines::remove);
        return lines;
    }
}
