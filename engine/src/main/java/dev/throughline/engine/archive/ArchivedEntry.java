package dev.throughline.engine.archive;

/** An entry with its position in the session; the first has sequence 1. */
public record ArchivedEntry(long sequence, Entry entry) {}
