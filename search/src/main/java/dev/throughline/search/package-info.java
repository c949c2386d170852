/**
 * Search: documents, queries and results.
 *
 * <p>The owner puts {@link dev.throughline.search.SearchDocument}s into an index ({@code index.SearchIndex}). A {@link
 * dev.throughline.search.SearchQuery} gives a {@link dev.throughline.search.SearchResult}, which always says whether it
 * is complete. The package {@code text} takes words out of texts, and {@code embed} turns texts into vectors. The
 * measurements are in docs/search.md.
 */
@NullMarked
package dev.throughline.search;

import org.jspecify.annotations.NullMarked;
