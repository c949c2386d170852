package dev.throughline.server.config;

import java.nio.file.Path;

/** A value in force, and where it came from. */
public record Setting<T>(Key<T> key, T value, Origin origin) {
    /** Where a value came from. */
    public sealed interface Origin {
        /** As it is shown to people. */
        String text();
    }

    record Flag(String text) implements Origin {}

    record Variable(String text) implements Origin {}

    /** A line of the file; the first is 1. */
    record Line(Path file, int line) implements Origin {
        @Override
        public String text() {
            return file + ":" + line;
        }
    }

    record Default() implements Origin {
        @Override
        public String text() {
            return "default";
        }
    }

    /** Whether nobody set it. */
    public boolean isDefault() {
        return origin instanceof Default;
    }

    /** The value as a text that {@link ValueType#reader} reads again. */
    public String text() {
        return key.kind().writer().apply(value);
    }

    /** The value as it is shown to people: a secret is not. */
    public String shown() {
        return key.shown(value);
    }
}
