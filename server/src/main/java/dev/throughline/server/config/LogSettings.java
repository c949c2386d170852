package dev.throughline.server.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is written down about the work.
 *
 * @param flow the file of the data-flow log, which holds prompts
 */
public record LogSettings(Level level, Form form, Optional<Path> flow) {
    /** The least important thing that is still logged. */
    public enum Level {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR,
        OFF
    }

    /** How a line of the log looks. */
    public enum Form {
        TEXT,
        JSON
    }
}
