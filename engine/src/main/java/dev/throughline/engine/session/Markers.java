package dev.throughline.engine.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The texts by which agents mark what is not plain conversation: a table, so that a new agent is a new line in
 * {@code markers.tsv} and not new code.
 */
public record Markers(List<Marker> all) {
    /** What a marker says about the request that carries it. */
    public enum Meaning {
        COMPACTION,
        CONTINUATION,
        ASIDE,
        SCAFFOLD
    }

    /** Where a marker stands. */
    public enum Place {
        LAST_USER,
        SYSTEM,
        USER,
        ONLY_TOOL,
        TYPE
    }

    /** One line of the table. */
    public record Marker(Meaning meaning, String client, Place place, String text) {
        static Marker parse(String line) {
            String[] fields = line.split("\t", -1);
            if (fields.length != 4 || fields[3].isBlank()) {
                throw new IllegalArgumentException(
                        "expected a marker 'meaning<tab>client<tab>place<tab>text', found '" + line + "'");
            }
            return new Marker(
                    Meaning.valueOf(fields[0].toUpperCase(Locale.ROOT)),
                    fields[1],
                    Place.valueOf(fields[2].toUpperCase(Locale.ROOT).replace('-', '_')),
                    fields[3]);
        }
    }

    public Markers {
        all = List.copyOf(all);
    }

    /** The table that comes with the program. */
    public static Markers builtIn() {
        try (var in = Objects.requireNonNull(Markers.class.getResourceAsStream("markers.tsv"));
                var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return parse(lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException("markers.tsv cannot be read", e);
        }
    }

    /** A table from its lines; comments and empty lines are skipped. */
    public static Markers parse(List<String> lines) {
        return new Markers(lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Marker::parse)
                .toList());
    }

    /** Whether a text at this place has this meaning. */
    public boolean says(Meaning meaning, Place place, String text) {
        for (Marker marker : all) {
            if (marker.meaning() == meaning && marker.place() == place && matches(marker, text)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(Marker marker, String text) {
        return switch (marker.place()) {
            case LAST_USER, USER -> text.startsWith(marker.text());
            case SYSTEM, ONLY_TOOL -> text.contains(marker.text());
            case TYPE -> text.equals(marker.text());
        };
    }
}
