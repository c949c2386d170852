package dev.throughline.memory.workspace;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes steps of wishes: compares what a writer knew with what is there, and says what will become of each page. */
final class Planning {
    private final Pages pages;
    private final List<Operation.Step> steps = new ArrayList<>();
    private final List<Outcome.Result> results = new ArrayList<>();

    Planning(Pages pages) {
        this.pages = pages;
    }

    List<Operation.Step> steps() {
        return steps;
    }

    List<Outcome.Result> results() {
        return results;
    }

    void plan(Change change) {
        Optional<String> now = pages.read(change.path()).map(Page::text);
        Outcome.Fate fate =
                switch (change) {
                    case Change.Write write -> write(write, now);
                    case Change.Delete delete -> delete(delete, now);
                    case Change.Append append -> append(append, now);
                };
        results.add(new Outcome.Result(change.path(), fate));
    }

    private Outcome.Fate write(Change.Write change, Optional<String> now) {
        Optional<String> base = change.base().map(Page::text);
        boolean isAsKnown = now.equals(base);
        String fresh = text(change.path(), change.text());
        String text = isAsKnown ? fresh : Merge.of(base.orElse(""), now.orElse(""), fresh);
        if (text.equals(now.orElse(""))) {
            return Outcome.Fate.UNCHANGED;
        }
        check(change.path(), text.getBytes(StandardCharsets.UTF_8).length);
        steps.add(new Operation.Step.Write(change.path(), now, text));
        return isAsKnown ? Outcome.Fate.WRITTEN : Outcome.Fate.JOINED;
    }

    private Outcome.Fate delete(Change.Delete change, Optional<String> now) {
        if (now.isEmpty()) {
            return Outcome.Fate.UNCHANGED;
        }
        if (!now.get().equals(change.base().text())) {
            return Outcome.Fate.KEPT;
        }
        steps.add(new Operation.Step.Delete(change.path(), now.get()));
        return Outcome.Fate.DELETED;
    }

    private Outcome.Fate append(Change.Append change, Optional<String> now) {
        String before = now.orElse("");
        String joint = before.isEmpty() ? change.opening() : before.endsWith("\n") ? "" : "\n";
        int offset = before.getBytes(StandardCharsets.UTF_8).length;
        String text = joint + text(change.path(), change.text());
        check(change.path(), offset + text.getBytes(StandardCharsets.UTF_8).length);
        steps.add(new Operation.Step.Append(change.path(), offset, text));
        return Outcome.Fate.APPENDED;
    }

    /** As it would be read again: halves of characters cannot be written, and a page with a zero is none. */
    private static String text(MemoryPath path, String text) {
        if (text.indexOf('\0') >= 0) {
            throw Trouble.notText(Path.of(path.text()), "a zero byte");
        }
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static void check(MemoryPath path, int bytes) {
        if (bytes > Workspace.MOST_FILE_BYTES) {
            throw Trouble.tooLarge(path.text(), bytes);
        }
    }
}
