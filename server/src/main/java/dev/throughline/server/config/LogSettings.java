package dev.throughline.server.config;

/** What is logged, and how. */
public record LogSettings(LogLevel level, LogForm form) {
    /** The lowest level that is logged. */
    public enum LogLevel {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR,
        OFF
    }

    public enum LogForm {
        TEXT,
        JSON
    }
}
