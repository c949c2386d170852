/**
 * What the model sees: the station where the rules of {@code workingset} meet a request.
 *
 * <p>{@link dev.throughline.engine.edit.Editing} takes a recorded turn, asks the policy, keeps what it decides before
 * it is used, and writes the request under all edits so far; a {@code Plan} says how much it tries, and what instead
 * when that fails. {@link dev.throughline.engine.edit.Weaving} puts our own calls back, {@code LiveChain} remembers a
 * history taken apart, {@code Packing} and {@code Offering} add the session's state and our tools, and {@code Assembly}
 * is the pure function from bytes and edits to bytes.
 */
@NullMarked
package dev.throughline.engine.edit;

import org.jspecify.annotations.NullMarked;
