package dev.throughline.memory.writer;

/** An event after which writers may have work. */
public sealed interface MemoryEvent permits EndedTurn, MemoryEvent.PeriodicCheck {
    /** Occurs one minute after the start and then every quarter of an hour, whether there are turns or not. */
    record PeriodicCheck() implements MemoryEvent {}
}
