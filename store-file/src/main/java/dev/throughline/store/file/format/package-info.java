/**
 * The formats of the file store: lines of text that a person can read.
 *
 * <p>{@link dev.throughline.store.file.format.EntryCodec} describes one entry of an archive, {@link
 * dev.throughline.store.file.format.CountedCard} one session of an index, and {@link
 * dev.throughline.store.file.format.ExactBytes} exact bytes inside either. All are JSON objects on one line, which
 * {@code grep} and {@code jq} can read. The fields are written in the documented order, and readers that need only the
 * first two or three of them rely on it.
 */
@NullMarked
package dev.throughline.store.file.format;

import org.jspecify.annotations.NullMarked;
