package dev.throughline.memory.workspace;

import java.util.Optional;

/** The change of one page in an {@link Operation}, with the texts that are needed to undo it. */
public sealed interface PageStep {
    MemoryPath path();

    /** {@code before} is empty if the page is new. */
    record WriteStep(MemoryPath path, Optional<String> before, String after) implements PageStep {}

    record DeleteStep(MemoryPath path, String before) implements PageStep {}

    /** Adds a text after the first {@code offset} bytes of the page. */
    record AppendStep(MemoryPath path, int offset, String text) implements PageStep {}
}
