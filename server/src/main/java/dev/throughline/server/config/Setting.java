package dev.throughline.server.config;

import java.nio.file.Path;

/** The value of a key, and its origin. */
public record Setting<T>(Key<T> key, T value, Origin origin) {
    public sealed interface Origin {
        /** The origin as it is shown to people. */
        String text();
    }

    record Flag(String text) implements Origin {}

    record Variable(String text) implements Origin {}

    /** A line of the file, counted from 1. */
    record FileLine(Path file, int line) implements Origin {
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

    public boolean isDefault() {
        return origin instanceof Default;
    }

    /** The value as a text that {@link ValueType#reader} reads again. */
    public String text() {
        return key.type().writer().apply(value);
    }

    /** The value as it is shown to people: a secret is masked. */
    public String shown() {
        return key.shown(value);
    }
}
