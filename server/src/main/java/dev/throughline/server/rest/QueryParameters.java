package dev.throughline.server.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What stands behind the question mark, asked for by name; what does not fit is said with its name. */
record QueryParameters(Map<String, String> values) {
    static QueryParameters of(String query) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return new QueryParameters(values);
    }

    static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    Optional<String> maybe(String name) {
        return Optional.ofNullable(values.get(name));
    }

    String text(String name, String usual) {
        return values.getOrDefault(name, usual);
    }

    String required(String name) {
        return maybe(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new IllegalArgumentException("expected '" + name + "' in the query, found none"));
    }

    /** A whole number in a range. */
    long whole(String name, long usual, long least, long most) {
        String text = text(name, Long.toString(usual));
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a whole number in '" + name + "', found '" + text + "'", e);
        }
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "expected " + name + " from " + least + " to " + most + ", found " + number);
        }
        return number;
    }

    double number(String name, double usual) {
        String text = text(name, Double.toString(usual));
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number in '" + name + "', found '" + text + "'", e);
        }
    }
}
