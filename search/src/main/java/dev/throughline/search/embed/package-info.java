/**
 * Turns texts into vectors. An {@link dev.throughline.search.embed.Embedder} is a model inside this process or a
 * provider behind HTTP; {@link dev.throughline.search.embed.EmbedderChoice} selects it.
 *
 * <p>The local model needs no network and no download: its weights are in a library jar. {@link
 * dev.throughline.search.embed.WordPieceTokenizer} is its tokenizer. Vectors are cached on disk ({@link
 * dev.throughline.search.embed.VectorCache}).
 */
@NullMarked
package dev.throughline.search.embed;

import org.jspecify.annotations.NullMarked;
