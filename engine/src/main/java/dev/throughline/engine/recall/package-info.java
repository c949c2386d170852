/**
 * Reading back: a session as an ordered view, and any piece of it exactly.
 *
 * <p>{@link dev.throughline.engine.recall.Transcript} is one session's tree of nodes with its main path, branches and
 * links; {@link dev.throughline.engine.recall.Recall} brings pieces back by handle, by range and by words. A model
 * asks for them itself through {@link dev.throughline.engine.recall.RecallTool}, and gets some unasked as {@link
 * dev.throughline.engine.recall.SnippetFinder}; {@link dev.throughline.engine.recall.HiddenNodes} knows what it cannot
 * see any longer.
 *
 * <p>Words are looked up through a {@link dev.throughline.engine.recall.PieceFinder}. {@link
 * dev.throughline.engine.recall.KeywordFinder} is the one that needs nothing but memory, built when it is first asked;
 * {@link dev.throughline.engine.recall.RecallCache} keeps it for sessions that are under way.
 */
@NullMarked
package dev.throughline.engine.recall;

import org.jspecify.annotations.NullMarked;
