/**
 * What the file store writes, as lines of text that a person can read.
 *
 * <p>{@link dev.throughline.store.file.format.EntryCodec} is one entry of an archive, {@link
 * dev.throughline.store.file.format.CountedCard} one session of an index, {@link
 * dev.throughline.store.file.format.ExactBytes} is how exact bytes stand inside either. All are JSON objects on one
 * line, so that {@code grep} finds them and {@code jq} reads them. The fields are written in the order in which they
 * are described; readers of the first two or three fields rely on it and look no further.
 */
@NullMarked
package dev.throughline.store.file.format;

import org.jspecify.annotations.NullMarked;
