/**
 * What the looms of all dialects are made of.
 *
 * <p>{@link dev.throughline.wire.join.parts.EventBraid} and {@link dev.throughline.wire.join.parts.WholeBraid} own the
 * rounds; a dialect gives them a {@link dev.throughline.wire.join.parts.Weave} for its events or a joint for its
 * documents. {@link dev.throughline.wire.join.parts.Patch} changes a value in a JSON text and copies the rest,
 * {@link dev.throughline.wire.join.parts.Tally} tells the client what they were billed.
 * {@link dev.throughline.wire.join.parts.Hiding} and {@link dev.throughline.wire.join.parts.Matching} are the two ends
 * of putting back: what was not seen, and where the client's words stand now.
 */
@NullMarked
package dev.throughline.wire.join.parts;

import org.jspecify.annotations.NullMarked;
