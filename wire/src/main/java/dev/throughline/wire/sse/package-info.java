/**
 * Server-sent events, the form in which all dialects stream.
 *
 * <p>{@link dev.throughline.wire.sse.SseSplitter} splits a stream of bytes into events, wherever the network happened
 * to cut it; {@link dev.throughline.wire.sse.SseEncoder} writes events.
 *
 * <p>The standard says that what is no event is dropped without a word. We stand in the middle and promise to lose
 * nothing, so here it is handed over instead: unfinished, oversized and meaningless bytes all reach the caller.
 */
@NullMarked
package dev.throughline.wire.sse;

import org.jspecify.annotations.NullMarked;
