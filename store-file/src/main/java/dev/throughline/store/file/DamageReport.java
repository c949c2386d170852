package dev.throughline.store.file;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that was found damaged on the disk.
 *
 * @param file where it was found
 * @param reason what was expected there
 * @param kept where the damaged bytes are now; empty when even that failed
 */
public record DamageReport(Instant at, Path file, String reason, Optional<Path> kept) {}
