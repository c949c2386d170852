/**
 * The common part of all dialects for replies: reading them, and joining several into one reply for the client when the
 * gateway answers tools of its own.
 *
 * <p>{@link dev.throughline.wire.reply.StreamSplicer} and {@link dev.throughline.wire.reply.DocumentSplicer} own the
 * rounds; a dialect gives them an {@link dev.throughline.wire.reply.EventSplicer} for its events or a joiner for its
 * documents. {@link dev.throughline.wire.reply.UsageTotal} adds up the token usage.
 *
 * <pre>
 *   request 1 sent    H                                              → A1, local call
 *   request 2 sent    H, A1, local call, result                      → A2
 *   client received   A1 A2
 *   client sends      H, A1 A2, next
 *   request 3 sent    H, A1, local call, result, A2, next            begins with all of request 2
 * </pre>
 *
 * <p>Each request that is sent begins with the one before it, so the provider can use its cache. If the client changed
 * what it had received, nothing is restored.
 */
@NullMarked
package dev.throughline.wire.reply;

import org.jspecify.annotations.NullMarked;
