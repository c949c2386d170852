/**
 * Reading back: a session as an ordered view, and any piece of it exactly.
 *
 * <p>{@link dev.throughline.engine.recall.Transcript} is one session's tree of nodes with its main path, branches and
 * links; {@link dev.throughline.engine.recall.Recall} brings pieces back by handle, by range and by words.
 */
@NullMarked
package dev.throughline.engine.recall;

import org.jspecify.annotations.NullMarked;
