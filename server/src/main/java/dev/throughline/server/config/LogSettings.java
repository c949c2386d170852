package dev.throughline.server.config;

/** What is logged, and how. */
public record LogSettings(Level level, Form form) {
    /** The lowest level that is logged. */
    public enum Level {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR,
        OFF
    }

    public enum Form {
        TEXT,
        JSON
    }
}
