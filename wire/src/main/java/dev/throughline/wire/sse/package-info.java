/**
 * Server-sent events, the form in which all dialects stream.
 *
 * <p>{@link dev.throughline.wire.sse.SseSplitter} splits a stream of bytes into events, wherever the network happened
 * to cut it; {@link dev.throughline.wire.sse.SseEncoder} writes events.
 *
 * <p>The standard drops what is no event. The gateway must lose nothing, so unfinished, oversized and unknown bytes are
 * passed on to the caller too.
 */
@NullMarked
package dev.throughline.wire.sse;

import org.jspecify.annotations.NullMarked;
