package dev.throughline.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The headers of one HTTP message, in their order and spelling; found without regard to case. */
public record Headers(List<Header> all) {
    public static final Headers NONE = new Headers(List.of());

    /** The names, in lower case, under which clients send their keys to model servers. */
    public static final List<String> CREDENTIALS = List.of("authorization", "x-api-key", "api-key");

    /** One header line. */
    public record Header(String name, String value) {
        public boolean is(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    public Headers {
        all = List.copyOf(all);
    }

    /** Headers from name, value, name, value … */
    public static Headers of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("expected names and values in pairs, found " + namesAndValues.length);
        }
        List<Header> headers = new ArrayList<>(namesAndValues.length / 2);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(new Header(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new Headers(headers);
    }

    /** The first value under this name. */
    public Optional<String> first(String name) {
        return all.stream().filter(header -> header.is(name)).map(Header::value).findFirst();
    }

    public boolean has(String name) {
        return first(name).isPresent();
    }

    /** These headers without those that match. */
    public Headers without(Predicate<Header> unwanted) {
        return new Headers(all.stream().filter(unwanted.negate()).toList());
    }

    /** These headers and one more at the end. */
    public Headers and(String name, String value) {
        List<Header> more = new ArrayList<>(all);
        more.add(new Header(name, value));
        return new Headers(more);
    }
}
