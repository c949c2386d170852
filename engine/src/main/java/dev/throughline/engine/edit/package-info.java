/**
 * What the model sees: the station where the rules of {@code workingset} meet a request.
 *
 * <p>{@link dev.throughline.engine.edit.Editing} takes a recorded turn, asks the policy, keeps what it decides before
 * it
 * is used, and writes the request under all edits so far. {@code LiveChain} remembers a history taken apart;
 * {@code Assembly} is the pure function from bytes and edits to bytes.
 */
@NullMarked
package dev.throughline.engine.edit;

import org.jspecify.annotations.NullMarked;
