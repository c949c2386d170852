/**
 * Reads archived sessions, and returns any piece of them exactly.
 *
 * <p>{@link dev.throughline.engine.recall.Transcript} is the ordered view of one session, and {@link
 * dev.throughline.engine.recall.Recall} returns its pieces by handle, by range and by query. {@link
 * dev.throughline.engine.recall.SessionRecall} adds them to prompts: the model asks for pieces with {@link
 * dev.throughline.engine.recall.RecallTool}, and {@link dev.throughline.engine.recall.SnippetFinder} retrieves snippets
 * of what {@link dev.throughline.engine.recall.HiddenNodes} says the model cannot see any longer.
 *
 * <p>A {@link dev.throughline.engine.recall.PieceFinder} searches a session. {@link
 * dev.throughline.engine.recall.KeywordFinder} needs only memory, and is created at the first search; {@link
 * dev.throughline.engine.recall.RecallCache} keeps it for sessions in use.
 */
@NullMarked
package dev.throughline.engine.recall;

import org.jspecify.annotations.NullMarked;
