package dev.throughline.memory.workspace;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Turns a wanted change into a step: compares the page that the writer read with the page as it is now. */
record ChangePlanner(PageReader pages) {
    /** The step that makes a change; empty if the page needs none. */
    Optional<PageStep> step(PageChange change) {
        Optional<String> now = pages.read(change.path()).map(Page::text);
        return switch (change) {
            case PageChange.Write write -> write(write, now);
            case PageChange.Delete delete ->
                // A page that a person edited after it was read is not deleted.
                now.filter(delete.base().text()::equals).map(text -> new PageStep.DeleteStep(delete.path(), text));
            case PageChange.Append append -> Optional.of(append(append, now.orElse("")));
        };
    }

    /** If a person edited the page after it was read, the step writes both changes. */
    private static Optional<PageStep> write(PageChange.Write change, Optional<String> now) {
        Optional<String> base = change.base().map(Page::text);
        String wanted = text(change.path(), change.text());
        String text = now.equals(base) ? wanted : ThreeWayMerge.of(base.orElse(""), now.orElse(""), wanted);
        if (text.equals(now.orElse(""))) {
            return Optional.empty();
        }
        check(change.path(), text.getBytes(StandardCharsets.UTF_8).length);
        return Optional.of(new PageStep.WriteStep(change.path(), now, text));
    }

    private static PageStep append(PageChange.Append change, String before) {
        String start = before.isEmpty() ? change.opening() : before.endsWith("\n") ? "" : "\n";
        int offset = before.getBytes(StandardCharsets.UTF_8).length;
        String text = start + text(change.path(), change.text());
        check(change.path(), offset + text.getBytes(StandardCharsets.UTF_8).length);
        return new PageStep.AppendStep(change.path(), offset, text);
    }

    /** The text as it will be read again: unpaired surrogates cannot be written, and a page has no zero byte. */
    private static String text(MemoryPath path, String text) {
        if (text.indexOf('\0') >= 0) {
            throw WorkspaceErrors.notText(Path.of(path.text()), "a zero byte");
        }
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static void check(MemoryPath path, int bytes) {
        if (bytes > Workspace.MAX_FILE_BYTES) {
            throw WorkspaceErrors.tooLarge(path.text(), bytes);
        }
    }
}
