package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;

/** Takes what a {@link SseDecoder} found. All bytes are only lent: who keeps some copies them. */
public interface SseSink {
    void event(SseEvent event);

    /**
     * Bytes that the standard drops: a block with lines that are no field, or the beginning of an event that was too
     * large. A block that also held data is given to {@link #event} as well, afterwards.
     */
    void stray(Bytes raw);
}
