package dev.throughline.server.config;

import java.util.Optional;
import java.util.function.Function;

/**
 * A kind of value: what it looks like, how it is read from a text, and how it is shown.
 *
 * @param expected completes the sentence "expected …"
 * @param reader reads a text, or throws {@link IllegalArgumentException}; its message is added when it has one
 */
public record ValueType<T>(String expected, Reader<T> reader, Function<T, String> writer) {
    /** Reads one value as the user wrote it. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(String text, Environment environment);
    }

    static <T> ValueType<T> of(String expected, Function<String, T> reader) {
        return new ValueType<>(expected, (text, _) -> reader.apply(text.strip()), Object::toString);
    }

    /** The same kind for a value that need not be there. */
    ValueType<Optional<T>> optional() {
        return new ValueType<>(
                expected,
                (text, around) -> Optional.of(reader.read(text, around)),
                value -> value.map(writer).orElse(""));
    }
}
