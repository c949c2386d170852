/**
 * Tools that the gateway answers itself: how they are added to a request, answered in the middle of a reply, and put
 * back into what the client sends next, so that the client never learns of them and the provider never misses them.
 *
 * <p>A {@link dev.throughline.wire.join.Loom} is what one dialect knows about it, in five steps. It adds tools to a
 * request. It makes a {@link dev.throughline.wire.join.Braid}, which turns the replies of several rounds into one. It
 * writes the elements with which the next round goes on. It says what the client did not see of the answer, as a
 * {@link dev.throughline.wire.join.Hidden} that can be stored; and when the client comes back, it puts that in its
 * place again.
 *
 * <pre>
 *   request 1 sent    H                                              → A1, local call
 *   request 2 sent    H, A1, local call, result                      → A2
 *   client received   A1 A2
 *   client sends      H, A1 A2, next
 *   request 3 sent    H, A1, local call, result, A2, next            begins with all of request 2
 * </pre>
 *
 * <p>The last line is the point: each request that is sent begins with the one before it, so the provider's cache
 * holds. Where the client changed what it had received, nothing is put back and its own words are sent.
 *
 * <p>What the looms are made of is in {@link dev.throughline.wire.join.parts}.
 */
@NullMarked
package dev.throughline.wire.join;

import org.jspecify.annotations.NullMarked;
