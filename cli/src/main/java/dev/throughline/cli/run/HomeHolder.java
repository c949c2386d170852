package dev.throughline.cli.run;

import java.net.URI;
import java.util.Optional;

/** The process that has a home open, and where it serves if it does. */
public record HomeHolder(long pid, Optional<URI> address) {}
