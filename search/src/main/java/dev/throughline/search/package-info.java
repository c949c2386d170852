/**
 * Search: what is looked for, what can be found, and what was.
 *
 * <p>A {@link dev.throughline.search.SearchDocument} goes in, a {@link dev.throughline.search.SearchQuery} is asked, an
 * {@link dev.throughline.search.SearchResult} comes out and always says how far it can be trusted. These are values;
 * the index itself is {@code index.SearchIndex}. How words are taken out of texts is told in {@code text}, how texts
 * become vectors in {@code embed}. What was measured, and what was tried and lost, stands in docs/search.md.
 */
@NullMarked
package dev.throughline.search;

import org.jspecify.annotations.NullMarked;
