package dev.throughline.server.config;

/** The level and the format of the log. */
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
