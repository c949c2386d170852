package dev.throughline.memory.workspace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the operation that an undo or redo reverts, and the changes that revert it.
 *
 * <pre>
 *   1 change   2 change   3 undo 2   4 undo 1   5 redo 4        undo reverts 1, redo reverts 3
 * </pre>
 *
 * <p>Reverting changes the pages from the text after the operation to the text before it. Later edits of a person
 * are merged, as in every change.
 */
record UndoPlanner(OperationHistory history) {
    /** The newest change that is not undone. */
    Optional<Operation> undoable() throws IOException {
        return newest(Operation.OperationKind.CHANGE);
    }

    /** The newest undo that is not redone, if no change came after it. */
    Optional<Operation> redoable() throws IOException {
        return newest(Operation.OperationKind.UNDO);
    }

    /** The newest operation of a kind that is not reverted and is not before a change. */
    private Optional<Operation> newest(Operation.OperationKind wanted) throws IOException {
        Set<Long> reverted = new HashSet<>();
        for (long number : history.newest(Workspace.MAX_UNDO_OPERATIONS)) {
            Optional<Operation> operation = reverted.contains(number) ? Optional.empty() : history.load(number);
            if (operation.isPresent()) {
                Operation.OperationKind kind = operation.get().kind();
                if (kind == wanted || kind == Operation.OperationKind.CHANGE) {
                    return operation.filter(_ -> kind == wanted);
                }
                reverted.add(operation.get().of());
            }
        }
        return Optional.empty();
    }

    /** The changes that revert an operation. */
    static List<PageChange> changes(Operation operation, PageReader pages) {
        List<PageChange> changes = new ArrayList<>();
        for (PageStep step : operation.steps()) {
            switch (step) {
                case PageStep.WriteStep write -> {
                    Page after = new Page(write.path(), write.after());
                    changes.add(
                            write.before().isPresent()
                                    ? PageChange.Write.over(
                                            after, write.before().get())
                                    : new PageChange.Delete(after));
                }
                case PageStep.DeleteStep delete -> changes.add(PageChange.Write.fresh(delete.path(), delete.before()));
                case PageStep.AppendStep append ->
                    pages.read(append.path())
                            .flatMap(now -> without(now, append.text()))
                            .ifPresent(changes::add);
            }
        }
        return changes;
    }

    /** Removes what was appended to a page, if the page still contains it. */
    private static Optional<PageChange> without(Page now, String text) {
        int at = now.text().lastIndexOf(text);
        if (at < 0) {
            return Optional.empty();
        }
        String rest = now.text().substring(0, at) + now.text().substring(at + text.length());
        return Optional.of(rest.isEmpty() ? new PageChange.Delete(now) : PageChange.Write.over(now, rest));
    }
}
