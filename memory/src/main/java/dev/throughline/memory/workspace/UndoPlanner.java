package dev.throughline.memory.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what can be taken back, and how.
 *
 * <pre>
 *   1 change   2 change   3 undo 2   4 undo 1   5 redo 4        undo takes back 1, redo takes back 3
 * </pre>
 *
 * <p>To take an operation back is to change pages from what it left to what it found. A person's edits since then are
 * joined, as with every change: they stay.
 */
record UndoPlanner(OperationHistory history) {
    /** The newest change that stands. */
    Optional<Operation> undoable() throws IOException {
        Set<Long> gone = new HashSet<>();
        for (Operation each : (Iterable<Operation>) operations()::iterator) {
            if (each.kind() != Operation.Kind.CHANGE) {
                if (!gone.contains(each.number())) {
                    gone.add(each.of());
                }
            } else if (!gone.contains(each.number())) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The newest undo that stands, if no change came after it. */
    Optional<Operation> redoable() throws IOException {
        Set<Long> gone = new HashSet<>();
        for (Operation each : (Iterable<Operation>) operations()::iterator) {
            switch (each.kind()) {
                case CHANGE -> {
                    return Optional.empty();
                }
                case REDO -> gone.add(each.of());
                case UNDO -> {
                    if (!gone.contains(each.number())) {
                        return Optional.of(each);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** What leads from what an operation left to what it found. */
    static List<PageChange> changes(Operation operation, PageReader pages) {
        List<PageChange> changes = new ArrayList<>();
        for (Operation.Step step : operation.steps()) {
            switch (step) {
                case Operation.Step.Write write -> {
                    Page left = Page.of(write.path(), write.after());
                    changes.add(
                            write.before().isPresent()
                                    ? PageChange.Write.over(left, write.before().get())
                                    : new PageChange.Delete(left));
                }
                case Operation.Step.Delete delete ->
                    changes.add(PageChange.Write.fresh(delete.path(), delete.before()));
                case Operation.Step.Append append ->
                    pages.read(append.path())
                            .flatMap(now -> without(now, append.text()))
                            .ifPresent(changes::add);
            }
        }
        return changes;
    }

    /** A page without what was appended to it, if that still stands there as it was. */
    private static Optional<PageChange> without(Page now, String text) {
        int at = now.text().lastIndexOf(text);
        if (at < 0) {
            return Optional.empty();
        }
        String rest = now.text().substring(0, at) + now.text().substring(at + text.length());
        return Optional.of(rest.isEmpty() ? new PageChange.Delete(now) : PageChange.Write.over(now, rest));
    }

    /** Operations that are still kept, newest first, as far back as undo looks. */
    private Stream<Operation> operations() throws IOException {
        return history.newest(Workspace.MAX_UNDO_OPERATIONS).stream()
                .map(this::load)
                .flatMap(Optional::stream);
    }

    private Optional<Operation> load(long number) {
        try {
            return history.load(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
