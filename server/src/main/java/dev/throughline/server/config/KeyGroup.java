package dev.throughline.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects keys in the order in which they are declared, which is the order in which they are shown. */
final class KeyGroup {
    private final List<Key<?>> keys = new ArrayList<>();

    <T> Key<T> key(String name, ValueType<T> kind, T fallback, String about) {
        return add(new Key<>(name, Key.flag(name), kind, _ -> fallback, about, Key.Place.EVERYWHERE));
    }

    /** A key that has no value when nobody set it. */
    <T> Key<Optional<T>> optional(String name, ValueType<T> kind, String about) {
        return add(
                new Key<>(name, Key.flag(name), kind.optional(), _ -> Optional.empty(), about, Key.Place.EVERYWHERE));
    }

    Key<Optional<String>> secret(String name, String about) {
        return add(new Key<>(
                name, Key.flag(name), ValueTypes.TEXT.optional(), _ -> Optional.empty(), about, Key.Place.SECRET));
    }

    <T> Key<T> add(Key<T> key) {
        keys.add(key);
        return key;
    }

    List<Key<?>> all() {
        return List.copyOf(keys);
    }
}
