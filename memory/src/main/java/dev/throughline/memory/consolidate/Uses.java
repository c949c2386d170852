package dev.throughline.memory.consolidate;

import dev.throughline.memory.workspace.Marks;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Workspace;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/** How often pages were of use, and when last: a count and milliseconds for each path. */
public final class Uses {
    private final Workspace workspace;
    private final Marks marks;

    public Uses(Workspace workspace) {
        this.workspace = workspace;
        this.marks = new Marks(workspace, "uses");
    }

    /** How much a page was used. */
    record Use(long count, Instant last) {
        static final Use NONE = new Use(0, Instant.EPOCH);

        static Use of(String text) {
            String[] words = text.split(" ", -1);
            return new Use(Long.parseLong(words[0]), Instant.ofEpochMilli(Long.parseLong(words[1])));
        }
    }

    /** Pages were shown or read, and so of use. */
    public void used(Collection<MemoryPath> paths) {
        if (paths.isEmpty() || !workspace.isWritable()) {
            return;
        }
        long now = workspace.clock().millis();
        marks.update(facts -> {
            for (MemoryPath path : paths) {
                String before = facts.get(path.text());
                long count = before == null ? 0 : Use.of(before).count();
                facts.put(path.text(), (count + 1) + " " + now);
            }
            return true;
        });
    }

    Map<String, String> all() {
        return marks.read();
    }

    static Use of(Map<String, String> all, MemoryPath path) {
        String text = all.get(path.text());
        return text == null ? Use.NONE : Use.of(text);
    }
}
