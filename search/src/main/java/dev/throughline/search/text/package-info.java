/**
 * Processes the text of documents and queries: {@link dev.throughline.search.text.Chunker} splits it into chunks,
 * {@link dev.throughline.search.text.SearchTerms} are its index terms, and a {@link
 * dev.throughline.search.text.SearchSnippet} is the part of a chunk that a hit shows. Pure functions of strings.
 */
@NullMarked
package dev.throughline.search.text;

import org.jspecify.annotations.NullMarked;
