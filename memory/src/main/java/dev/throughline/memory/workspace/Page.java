package dev.throughline.memory.workspace;

import dev.throughline.model.Hash;
import java.util.List;

/**
 * A Markdown page as it was read.
 *
 * @param version the hash of its bytes
 */
public record Page(MemoryPath path, String text, Hash version) {
    public static Page of(MemoryPath path, String text) {
        return new Page(path, text, Hash.of(text));
    }

    /** The lines without line ends. */
    public List<String> lines() {
        return text.lines().toList();
    }
}
