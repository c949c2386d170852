/**
 * What a session should not forget: its todo, what is pinned, a summary.
 *
 * <p>{@link dev.throughline.engine.state.StateNotes} is where the three live, as plain texts that a person may edit at
 * any time; {@link dev.throughline.engine.state.StateBlockWriter} makes of them, and of what was brought back from the
 * archive, the block that stands before the newest words of the user.
 */
@NullMarked
package dev.throughline.engine.state;

import org.jspecify.annotations.NullMarked;
