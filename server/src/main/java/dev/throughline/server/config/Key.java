package dev.throughline.server.config;

import java.util.Locale;
import java.util.function.Function;

/**
 * One setting that a user may change.
 *
 * @param name its name in the file; a dot separates nested mappings
 * @param flag its flag on the command line; the name of its variable is derived from it
 * @param fallback its default value
 * @param about one line for the help; empty if the help does not list it
 * @param place where it may be set
 */
public record Key<T>(
        String name, String flag, ValueType<T> type, Function<Environment, T> fallback, String about, KeyPlace place) {
    /** Where a key may be set. */
    public enum KeyPlace {
        EVERYWHERE,
        /** Not on the command line, where every user of the machine could read it; shown as dots. */
        SECRET,
        /** Only on the command line, because it would be dangerous to forget that it is set. */
        FLAG_ONLY
    }

    /**
     * The environment variable that sets this key, derived from its flag: {@code THROUGHLINE_OPENAI_URL} for
     * {@code --openai-url}.
     */
    public String variable() {
        return "THROUGHLINE_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    static String flag(String name) {
        return "--" + name.replace('.', '-').replace('_', '-');
    }
}
