package dev.throughline.engine.archive;

/** An entry with its place in the session's order; the first has sequence 1. */
public record ArchivedEntry(long sequence, Entry entry) {}
