package dev.throughline.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Declares keys, and collects them in the order in which they are shown. */
final class KeyGroup {
    private final List<Key<?>> keys = new ArrayList<>();

    <T> Key<T> key(String name, ValueType<T> type, T fallback, String about) {
        return key(name, Key.flag(name), type, fallback, about);
    }

    /** A key whose flag is not derived from its name. */
    <T> Key<T> key(String name, String flag, ValueType<T> type, T fallback, String about) {
        return add(new Key<>(name, flag, type, _ -> fallback, about, Key.KeyPlace.EVERYWHERE));
    }

    /** A key that few users set: the help does not list it, {@code docs/configuration.md} explains it. */
    <T> Key<T> unlisted(String name, ValueType<T> type, T fallback) {
        return key(name, type, fallback, /* about= */ "");
    }

    Key<Integer> count(String name, int fallback) {
        return unlisted(name, ValueType.COUNT, fallback);
    }

    Key<Integer> number(String name, int least, int most, int fallback) {
        return unlisted(name, ValueType.integer("a whole number", least, most), fallback);
    }

    Key<Integer> percent(String name, int fallback) {
        return number(name, 0, 100, fallback);
    }

    Key<Long> bytes(String name, long fallback) {
        return unlisted(name, ValueType.BYTES, fallback);
    }

    /** A key that has no value by default. */
    <T> Key<Optional<T>> optional(String name, ValueType<T> type, String about) {
        return key(name, type.optional(), Optional.empty(), about);
    }

    Key<Optional<String>> secret(String name) {
        return secret(name, ValueType.TEXT.optional(), Optional.empty());
    }

    <T> Key<T> secret(String name, ValueType<T> type, T fallback) {
        return add(new Key<>(name, Key.flag(name), type, _ -> fallback, /* about= */ "", Key.KeyPlace.SECRET));
    }

    <T> Key<T> add(Key<T> key) {
        keys.add(key);
        return key;
    }

    List<Key<?>> all() {
        return List.copyOf(keys);
    }
}
