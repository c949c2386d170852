package dev.throughline.app.config;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * One thing a user may set.
 *
 * @param name its name in the file; a dot stands for a nested mapping
 * @param flag its flag on the command line; the environment name follows from it
 * @param fallback its value when nobody set it
 * @param about one line for the help and for {@code config check}
 * @param place who may set it
 */
public record Key<T>(
        String name, String flag, Kind<T> kind, Function<Environment, T> fallback, String about, Place place) {
    /** Where a key may be set. */
    public enum Place {
        EVERYWHERE,
        /** Not on the command line, where every user of the machine could read it; shown as dots. */
        SECRET,
        /** On the command line only: it would be dangerous to forget that it is set. */
        FLAG_ONLY
    }

    /**
     * The variable that sets this key: the flag in capitals, {@code --openai-url} is {@code THROUGHLINE_OPENAI_URL}.
     */
    public String variable() {
        return "THROUGHLINE_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** The value as it is shown to people. */
    String shown(T value) {
        return place == Place.SECRET && !kind.writer().apply(value).isEmpty()
                ? "••••"
                : kind.writer().apply(value);
    }

    static <T> Key<T> key(String name, Kind<T> kind, T fallback, String about) {
        return new Key<>(name, flag(name), kind, _ -> fallback, about, Place.EVERYWHERE);
    }

    /** One that says nothing when nobody set it. */
    static <T> Key<Optional<T>> maybe(String name, Kind<T> kind, String about) {
        return new Key<>(name, flag(name), optional(kind), _ -> Optional.empty(), about, Place.EVERYWHERE);
    }

    static Key<Optional<String>> secret(String name, String about) {
        return new Key<>(name, flag(name), optional(Kinds.TEXT), _ -> Optional.empty(), about, Place.SECRET);
    }

    static String flag(String name) {
        return "--" + name.replace('.', '-').replace('_', '-');
    }

    static <T> Kind<Optional<T>> optional(Kind<T> kind) {
        Function<Optional<T>, String> writer = value -> value.map(kind.writer()).orElse("");
        return new Kind<>(
                kind.expected(), (text, around) -> Optional.of(kind.reader().read(text, around)), writer);
    }
}
