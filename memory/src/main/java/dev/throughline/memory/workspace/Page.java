package dev.throughline.memory.workspace;

import java.util.List;

/** A Markdown page as it was read. */
public record Page(MemoryPath path, String text) {
    /** The lines without line ends. */
    public List<String> lines() {
        return text.lines().toList();
    }
}
