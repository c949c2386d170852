package dev.throughline.memory.workspace;

import dev.throughline.model.Hash;
import java.util.List;

/**
 * A Markdown page as it was when it was read.
 *
 * @param version the hash of its bytes
 */
public record Page(MemoryPath path, String text, Hash version) {
    /** A page that holds this text. */
    public static Page of(MemoryPath path, String text) {
        return new Page(path, text, Hash.of(text));
    }

    /** Its lines, without their ends. */
    public List<String> lines() {
        return text.lines().toList();
    }
}
