/**
 * Texts to vectors: an {@link dev.throughline.search.embed.Embedder} is a model inside this process or a provider
 * behind HTTP, chosen by {@link dev.throughline.search.embed.EmbedderChoice}.
 *
 * <p>The local model needs no network and no download: its weights lie in a library jar and are run directly, with a
 * tokenizer of our own ({@link dev.throughline.search.embed.WordPieceTokenizer}). What was embedded before is
 * remembered on disk ({@link dev.throughline.search.embed.VectorCache}).
 */
@NullMarked
package dev.throughline.search.embed;

import org.jspecify.annotations.NullMarked;
