/**
 * Random conversations as real clients have them, for properties that must hold for every history.
 *
 * <p>{@link dev.throughline.testkit.history.RandomHistory} grows a conversation step by step: each
 * {@link dev.throughline.testkit.history.Step} is a request with the whole history so far, and the streamed reply to
 * it. A {@link dev.throughline.testkit.history.Plan} defines the dialect, the sizes, and whether the
 * client goes back, forks, compacts, or resends the same history in another
 * {@link dev.throughline.testkit.history.Variation}. The same plan always yields the same bytes.
 */
@NullMarked
package dev.throughline.testkit.history;

import org.jspecify.annotations.NullMarked;
