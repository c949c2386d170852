package dev.throughline.importer.session;

import dev.throughline.importer.format.TranscriptLine;
import dev.throughline.model.Bytes;
import java.time.Instant;

/**
 * A line of a file, and what it says.
 *
 * @param bytes the bytes of which its items are ranges: those of the line, unless it contains them in another form
 * @param at when it was written, or an estimate if it does not say so
 */
public record FileLine(String file, long number, Bytes bytes, Instant at, TranscriptLine line) {}
