/**
 * Text as search sees it: cut into {@link dev.throughline.search.text.Chunker} that a model can read and a person can
 * be shown, taken apart into {@link dev.throughline.search.text.SearchTerms} that can be looked up, and shown as a
 * {@link dev.throughline.search.text.SearchSnippet}. Pure functions of strings.
 */
@NullMarked
package dev.throughline.search.text;

import org.jspecify.annotations.NullMarked;
