/**
 * The index in its folder: Lucene, generations of it, and the background that embeds.
 *
 * <p>Start with {@link dev.throughline.search.index.SearchIndex}, the only way in. It asks the generation that serves
 * ({@code GenerationSet}), where one {@code Ranker} does one search: candidates by word ({@code KeywordQuery}) and by
 * vector, both scores for each ({@code Candidates}), one order out of two. What is put becomes {@code IndexedChunk}s,
 * one for each chunk, and {@code Backfill} gives them their vectors later. Files are written on a thread of our own,
 * because an interrupt inside Lucene closes the file under it.
 */
@NullMarked
package dev.throughline.search.index;

import org.jspecify.annotations.NullMarked;
