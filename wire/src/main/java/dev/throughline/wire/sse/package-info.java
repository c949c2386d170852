/**
 * Server-sent events, the form in which all three dialects stream.
 *
 * <p>{@link dev.throughline.wire.sse.SseDecoder} cuts a stream of bytes into events, wherever the network happened to
 * split it; {@link dev.throughline.wire.sse.SseEncoder} writes events in the manner of each dialect.
 * {@link dev.throughline.wire.sse.EventFeed} stands between the decoder and the reader of a reply and sees to it that
 * what nobody understood is kept.
 *
 * <p>The standard says that what is no event is dropped without a word. We stand in the middle and promise to lose
 * nothing, so here it is handed over instead: unfinished, oversized and meaningless bytes all reach the caller.
 */
@NullMarked
package dev.throughline.wire.sse;

import org.jspecify.annotations.NullMarked;
