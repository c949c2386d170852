package dev.throughline.server.config;

/** The rule that makes a working set fit. */
public enum PolicyName {
    /** Rewrites the prompt rarely, and only when that saves money. */
    AUTO,
    /** Trims a request that does not fit, the oldest first. */
    TRIM,
    /** Replaces a full history by a summary. */
    COMPACT,
    /** Forwards requests unchanged. */
    OFF
}
