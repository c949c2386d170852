package dev.throughline.app.learn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * Up to when sessions were taken into the index: one line in {@code index/sessions.until}. Without it, all of them are
 * looked at again, which costs time and changes nothing.
 */
final class Watermark {
    /** What was put last may not have reached the disk before a crash; so much is looked at again. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private final Path file;
    private final Instant before;
    private Instant reached;

    Watermark(Path folder) {
        this.file = folder.resolve("sessions.until");
        this.before = read();
        this.reached = before;
    }

    private Instant read() {
        try {
            return Files.exists(file) ? Instant.parse(Files.readString(file).strip()) : Instant.EPOCH;
        } catch (IOException | DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    /** Whether a session that changed then has to be looked at. */
    boolean isBefore(Instant changed) {
        return !changed.isBefore(before.equals(Instant.EPOCH) ? before : before.minus(MARGIN));
    }

    /** A session that changed then was looked at. */
    void reached(Instant changed) {
        reached = changed.isAfter(reached) ? changed : reached;
    }

    /** All up to the newest that was looked at are done. */
    void keep() {
        if (reached.equals(before)) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            Path draft = file.resolveSibling("sessions.until.new");
            Files.write(draft, (reached + "\n").getBytes(StandardCharsets.UTF_8));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }
}
