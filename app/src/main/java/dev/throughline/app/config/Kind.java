package dev.throughline.app.config;

import java.util.function.Function;

/**
 * A kind of value: what it looks like, how it is read from a text, and how it is shown.
 *
 * @param expected completes the sentence "expected …"
 * @param reader reads a text, or throws {@link IllegalArgumentException}; its message is added when it has one
 */
public record Kind<T>(String expected, Reader<T> reader, Function<T, String> writer) {
    /** Reads one value as the user wrote it. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(String text, Environment environment);
    }

    static <T> Kind<T> of(String expected, Function<String, T> reader) {
        return new Kind<>(expected, (text, _) -> reader.apply(text.strip()), Object::toString);
    }
}
