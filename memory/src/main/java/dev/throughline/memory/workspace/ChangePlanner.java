package dev.throughline.memory.workspace;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns wanted changes into steps: compares the pages that the writer read with the pages as they are now. */
final class ChangePlanner {
    private final PageReader pages;
    private final List<PageStep> steps = new ArrayList<>();
    private final List<ChangeResult.PageResult> results = new ArrayList<>();

    ChangePlanner(PageReader pages) {
        this.pages = pages;
    }

    List<PageStep> steps() {
        return steps;
    }

    List<ChangeResult.PageResult> results() {
        return results;
    }

    void plan(PageChange change) {
        Optional<String> now = pages.read(change.path()).map(Page::text);
        ChangeResult.PageEffect effect =
                switch (change) {
                    case PageChange.Write write -> write(write, now);
                    case PageChange.Delete delete -> delete(delete, now);
                    case PageChange.Append append -> append(append, now);
                };
        results.add(new ChangeResult.PageResult(change.path(), effect));
    }

    private ChangeResult.PageEffect write(PageChange.Write change, Optional<String> now) {
        Optional<String> base = change.base().map(Page::text);
        boolean isUnchanged = now.equals(base);
        String wanted = text(change.path(), change.text());
        String text = isUnchanged ? wanted : ThreeWayMerge.of(base.orElse(""), now.orElse(""), wanted);
        if (text.equals(now.orElse(""))) {
            return ChangeResult.PageEffect.UNCHANGED;
        }
        check(change.path(), text.getBytes(StandardCharsets.UTF_8).length);
        steps.add(new PageStep.WriteStep(change.path(), now, text));
        return isUnchanged ? ChangeResult.PageEffect.WRITTEN : ChangeResult.PageEffect.MERGED;
    }

    private ChangeResult.PageEffect delete(PageChange.Delete change, Optional<String> now) {
        if (now.isEmpty()) {
            return ChangeResult.PageEffect.UNCHANGED;
        }
        if (!now.get().equals(change.base().text())) {
            return ChangeResult.PageEffect.KEPT;
        }
        steps.add(new PageStep.DeleteStep(change.path(), now.get()));
        return ChangeResult.PageEffect.DELETED;
    }

    private ChangeResult.PageEffect append(PageChange.Append change, Optional<String> now) {
        String before = now.orElse("");
        String start = before.isEmpty() ? change.opening() : before.endsWith("\n") ? "" : "\n";
        int offset = before.getBytes(StandardCharsets.UTF_8).length;
        String text = start + text(change.path(), change.text());
        check(change.path(), offset + text.getBytes(StandardCharsets.UTF_8).length);
        steps.add(new PageStep.AppendStep(change.path(), offset, text));
        return ChangeResult.PageEffect.APPENDED;
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
