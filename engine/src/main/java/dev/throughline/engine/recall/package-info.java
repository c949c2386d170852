/**
 * Reads archived sessions, and returns any piece of them exactly.
 *
 * <p>{@link dev.throughline.engine.recall.Transcript} is the ordered view of one session, and {@link
 * dev.throughline.engine.recall.Recall} returns its pieces by handle, by range and by query. {@link
 * dev.throughline.engine.recall.SessionRecall} adds them to prompts: the model asks for pieces with {@link
 * dev.throughline.engine.recall.RecallTool}, and {@link dev.throughline.engine.recall.SnippetFinder} retrieves snippets
 * of the content that the model can no longer see ({@link dev.throughline.engine.recall.HiddenNodes}).
 *
 * <p>A {@link dev.throughline.engine.recall.PieceFinder} searches a session. {@link
 * dev.throughline.engine.recall.KeywordFinder} is an index in memory, which is created at the first search; {@link
 * dev.throughline.engine.recall.RecallCache} caches it for sessions in use.
 */
@NullMarked
package dev.throughline.engine.recall;

import org.jspecify.annotations.NullMarked;
