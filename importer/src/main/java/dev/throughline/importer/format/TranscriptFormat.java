package dev.throughline.importer.format;

import dev.throughline.model.Bytes;
import java.util.Optional;

/** Reads the lines of one file in their order. Used by one thread. */
public interface TranscriptFormat {
    /**
     * What a line says; empty if it is nothing that belongs to a session.
     *
     * @param number its number in the file, from 1
     * @throws dev.throughline.wire.UnreadableException if the line is damaged; the next line can be read nevertheless
     */
    Optional<TranscriptLine> read(Bytes line, long number);
}
