package dev.throughline.engine.session;

import dev.throughline.workingset.Piece;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The texts by which agents mark requests and items that are not plain conversation. They are in a table: support for a
 * new agent needs new lines in {@code markers.tsv} and no new code.
 */
public record AgentMarkers(List<Marker> all) {
    /** The meaning of a marker for the request or the item that contains it. */
    public enum Meaning {
        COMPACTION,
        CONTINUATION,
        /** A side request. */
        ASIDE,
        SCAFFOLD,
        /** A scaffold that reports an event. Other scaffolds apply until the agent replaces them. */
        NOTICE,
        /** A tool result that contains the answer of a person. */
        ANSWER;

        /** Whether this meaning is another one, or a special case of it. */
        boolean is(Meaning other) {
            return this == other || (this == NOTICE && other == SCAFFOLD);
        }
    }

    /** The place where the text of a marker is expected. The comment in {@code markers.tsv} describes each place. */
    public enum Place {
        LAST_USER,
        SYSTEM,
        USER,
        WITHIN,
        BELOW,
        ONLY_TOOL,
        RESULT,
        RESULT_OF,
        TYPE,
        METADATA
    }

    /** The value of the column "client" for a marker that applies to every program. */
    private static final String ANY = "any";

    /** One line of the table. */
    public record Marker(Meaning meaning, String client, Place place, String text) {
        static Marker parse(String line) {
            String[] fields = line.split("\t", -1);
            if (fields.length != 4 || fields[1].isBlank() || fields[3].isBlank()) {
                throw new IllegalArgumentException("A marker has four columns with a tab between them: meaning, client,"
                        + " place, text. This line is '" + line + "'.");
            }
            return new Marker(
                    parseWord(Meaning.values(), "meaning", fields[0]),
                    fields[1],
                    parseWord(Place.values(), "place", fields[2]),
                    fields[3]);
        }

        private static <E extends Enum<E>> E parseWord(E[] all, String column, String word) {
            return Arrays.stream(all)
                    .filter(one -> word(one).equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is no " + column
                            + ". Use one of: "
                            + Arrays.stream(all).map(Marker::word).collect(Collectors.joining(", ")) + "."));
        }

        private static String word(Enum<?> one) {
            return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether an agent, not a person, wrote the text that begins with this marker. */
        public boolean isScaffold() {
            return meaning.is(Meaning.SCAFFOLD);
        }

        boolean isOf(String program) {
            return client.equals(ANY) || client.equals(program);
        }
    }

    public AgentMarkers {
        all = List.copyOf(all);
    }

    /** The table that is part of the program. */
    public static AgentMarkers builtIn() {
        try (var in = Objects.requireNonNull(AgentMarkers.class.getResourceAsStream("markers.tsv"));
                var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return parse(lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException("markers.tsv cannot be read", e);
        }
    }

    /**
     * Parses the lines of a table; comments and empty lines are skipped.
     *
     * @throws IllegalArgumentException with the number of the first malformed line, and a description of a correct line
     */
    public static AgentMarkers parse(List<String> lines) {
        List<Marker> markers = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank() && !line.startsWith("#")) {
                try {
                    markers.add(Marker.parse(line));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("Line " + (i + 1) + ": " + e.getMessage(), e);
                }
            }
        }
        return new AgentMarkers(markers);
    }

    /** This table with the lines of another one added. */
    public AgentMarkers and(AgentMarkers more) {
        return new AgentMarkers(
                Stream.concat(all.stream(), more.all().stream()).distinct().toList());
    }

    /** The markers of one meaning that apply to a program. */
    AgentMarkers of(String program, Meaning meaning) {
        return new AgentMarkers(all.stream()
                .filter(marker -> marker.meaning() == meaning && marker.isOf(program))
                .toList());
    }

    /** Whether a text at this place has this meaning. */
    public boolean matches(Meaning meaning, Place place, String text) {
        return all.stream()
                .anyMatch(marker -> marker.meaning().is(meaning) && marker.place() == place && matches(marker, text));
    }

    /**
     * The traits of a user text: whether an agent wrote it, and whether it reports an event. The longest matching
     * marker decides; if two have the same length, the later one does.
     */
    public Set<Piece.Trait> authorship(String text) {
        Optional<Marker> longest = all.stream()
                .filter(marker -> marker.isScaffold() && marker.place() == Place.USER && matches(marker, text))
                .reduce((one, next) -> next.text().length() >= one.text().length() ? next : one);
        return longest.map(marker -> marker.meaning() == Meaning.NOTICE
                        ? Set.of(Piece.Trait.AGENT_TEXT, Piece.Trait.NOTICE)
                        : Set.of(Piece.Trait.AGENT_TEXT))
                .orElse(Set.of());
    }

    /** A user text of a person, divided into their words and what an agent put around them. */
    public UserText userText(String text) {
        return UserText.of(
                text,
                all.stream()
                        .filter(marker -> marker.isScaffold() && marker.place() == Place.BELOW)
                        .map(Marker::text)
                        .toList());
    }

    /**
     * The traits of a tool result: whether it contains the answer of a person. The text is compared only if the result
     * is an error, which reports a call that the person refused: the output of a command may contain any text.
     */
    public Set<Piece.Trait> answer(String tool, boolean isError, String text) {
        boolean isAnswer = matches(Meaning.ANSWER, Place.RESULT_OF, tool)
                || (isError && matches(Meaning.ANSWER, Place.RESULT, text));
        return isAnswer ? Set.of(Piece.Trait.USER_ANSWER) : Set.of();
    }

    private static boolean matches(Marker marker, String text) {
        return switch (marker.place()) {
            case LAST_USER, USER, RESULT -> begins(text, marker.text());
            case SYSTEM, ONLY_TOOL, WITHIN, BELOW -> text.contains(marker.text());
            case TYPE, METADATA, RESULT_OF -> text.equals(marker.text());
        };
    }

    /**
     * Whether a text begins with a marker. If the marker begins with a tag, the text may have white space after the
     * tag.
     */
    private static boolean begins(String text, String marker) {
        int tag = marker.startsWith("<") ? marker.indexOf('>') + 1 : 0;
        if (tag == 0 || !text.startsWith(marker.substring(0, tag))) {
            return text.startsWith(marker);
        }
        int at = tag;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.startsWith(marker.substring(tag), at);
    }
}
