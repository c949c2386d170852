/**
 * The index in its folder: Lucene indexes, called generations, and the background embedding.
 *
 * <p>Start with {@link dev.throughline.search.index.SearchIndex}, the only public entry point. It searches the serving
 * generation ({@code GenerationSet}). One {@code Ranker} does one search: it collects candidates by keyword ({@code
 * KeywordQuery}) and by vector, computes both scores for each ({@code Candidates}), and combines them. A document is
 * stored as {@code IndexedChunk}s, and {@code Backfill} adds their vectors later. Files are written on a thread of our
 * own, because an interrupt inside Lucene closes the file.
 */
@NullMarked
package dev.throughline.search.index;

import org.jspecify.annotations.NullMarked;
