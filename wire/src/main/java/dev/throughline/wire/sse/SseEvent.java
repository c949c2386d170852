package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;

/**
 * One server-sent event.
 *
 * @param name what its {@code event:} line said; empty if it had none
 * @param data its data lines, joined by line feeds
 */
public record SseEvent(String name, Bytes data) {}
