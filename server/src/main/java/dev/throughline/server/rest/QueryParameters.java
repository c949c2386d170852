package dev.throughline.server.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The query parameters of a request, by name. The error for an invalid value contains the name. */
public record QueryParameters(Map<String, String> values) {
    /** The parameters in the target of a request, after its question mark. */
    public static QueryParameters of(String target) {
        Map<String, String> values = new LinkedHashMap<>();
        int question = target.indexOf('?');
        String query = question < 0 ? "" : target.substring(question + 1);
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals >= 0) {
                values.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            } else if (!pair.isEmpty()) {
                values.put(decoded(pair), "");
            }
        }
        return new QueryParameters(values);
    }

    static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    Optional<String> optional(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public String text(String name, String fallback) {
        return values.getOrDefault(name, fallback);
    }

    String required(String name) {
        return optional(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new IllegalArgumentException("The query has no '" + name + "'; add it."));
    }

    /** A whole number in a range. */
    long integer(String name, long fallback, long least, long most) {
        String text = text(name, Long.toString(fallback));
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number; correct '" + name + "'.", e);
        }
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "'" + name + "' is " + number + "; it must be from " + least + " to " + most + ".");
        }
        return number;
    }

    double number(String name, double fallback) {
        String text = text(name, Double.toString(fallback));
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number; correct '" + name + "'.", e);
        }
    }
}
