package dev.throughline.memory.rules;

import dev.throughline.engine.helper.TextResources;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A kind of phrase that shows what a sentence is for, such as an order to remember, a hedge or a question. Each kind
 * has the points that it adds to the {@link SentenceScore}, and the position in the sentence where it counts.
 *
 * <p>The phrases are in {@code cue-phrases.txt}: one kind, language and regular expression per line. Every text is
 * searched in all languages, because people mix them.
 */
enum CuePhrase {
    OPENER(0, Position.NOT_SCORED),
    DENIAL(1, Position.NOT_SCORED),
    NOTE(2, Position.NOT_SCORED),
    REMEMBER(4, Position.NOT_SCORED),
    MEMORISE(4, Position.ANYWHERE),
    STANDING(3, Position.ANYWHERE),
    ALWAYS(2, Position.ANYWHERE),
    KIND(1, Position.ANYWHERE),
    SCOPE(2, Position.ANYWHERE),
    HABIT(2, Position.CLAUSE_START),
    OURS(1, Position.START),
    PERSON(0, Position.NOT_SCORED),
    STATE(0, Position.NOT_SCORED),
    POINTER(0, Position.NOT_SCORED),
    DECISION(3, Position.ANYWHERE),
    PREFERENCE(3, Position.ANYWHERE),
    PROFILE(3, Position.CLAUSE_START),
    CHANGE(2, Position.ANYWHERE),
    CONTRAST(1, Position.ANYWHERE),
    ROLE(2, Position.ANYWHERE),
    PLACE(1, Position.ANYWHERE),
    SCHEDULE(2, Position.ANYWHERE),
    PRACTICE(1, Position.ANYWHERE),
    STYLE(2, Position.ANYWHERE),
    CONDUCT(3, Position.CLAUSE_START),
    LESSON(2, Position.ANYWHERE),
    MANNER(1, Position.CLAUSE_START),
    REASON(1, Position.ANYWHERE),
    ONLY(1, Position.ANYWHERE),
    VALUE(1, Position.ANYWHERE),
    WORLD(1, Position.ANYWHERE),
    CODE(-1, Position.ANYWHERE),
    QUESTION(0, Position.NOT_SCORED),
    REQUEST(-3, Position.ANYWHERE),
    MOMENT(0, Position.NOT_SCORED),
    HEDGE(-3, Position.ANYWHERE),
    THERE(-3, Position.ANYWHERE),
    STORY(-2, Position.ANYWHERE),
    SOON(-2, Position.ANYWHERE),
    TROUBLE(-2, Position.ANYWHERE),
    ERRAND(-3, Position.CLAUSE_START),
    RETRACTION(0, Position.NOT_SCORED),
    REVOCATION(0, Position.NOT_SCORED),
    REPORTED(0, Position.NOT_SCORED),
    HEARSAY(0, Position.NOT_SCORED),
    SELF(0, Position.NOT_SCORED),
    DEFINITION(0, Position.NOT_SCORED),
    GENERIC(0, Position.NOT_SCORED),
    NOUN(0, Position.NOT_SCORED),
    CORRECTION(0, Position.NOT_SCORED),
    CONSENT(0, Position.NOT_SCORED);

    private enum Position {
        ANYWHERE,
        START,
        CLAUSE_START,
        /** It has an effect only as the opening of a sentence or together with others. */
        NOT_SCORED
    }

    /** Loaded on first use: an enum constant cannot use a static field of its enum. */
    private static final class Table {
        private static final Map<CuePhrase, Pattern> PATTERNS = read();

        private static Map<CuePhrase, Pattern> read() {
            List<String[]> rows = TextResources.rows(CuePhrase.class, "cue-phrases.txt")
                    .map(line -> line.split("\\s+", 3))
                    .toList();
            Map<CuePhrase, Pattern> patterns = new EnumMap<>(CuePhrase.class);
            for (CuePhrase cue : values()) {
                String expression = rows.stream()
                        .filter(row -> row[0].equals(cue.name().toLowerCase(Locale.ROOT)))
                        .map(row -> hasSpaces(row[1])
                                ? "(?<![\\p{L}\\p{N}_])(?:" + row[2] + ")(?![\\p{L}\\p{N}_])"
                                : row[2])
                        .map(each -> each.replace(" ", "(?:\\h{1,3})"))
                        .collect(Collectors.joining("|"));
                patterns.put(cue, Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
            }
            return patterns;
        }

        private static boolean hasSpaces(String language) {
            return !language.equals("zh") && !language.equals("any");
        }
    }

    private final int points;
    private final Position position;

    CuePhrase(int points, Position position) {
        this.points = points;
        this.position = position;
    }

    int points() {
        return points;
    }

    /** Whether a sentence has such a phrase in the position where it counts. */
    boolean isScoredIn(Sentence sentence) {
        return switch (position) {
            case ANYWHERE -> sentence.has(this);
            case START -> sentence.begins(this);
            case CLAUSE_START -> sentence.hasClause(this);
            case NOT_SCORED -> false;
        };
    }

    Matcher matcher(String text) {
        return Objects.requireNonNull(Table.PATTERNS.get(this)).matcher(text);
    }

    boolean isIn(String text) {
        return matcher(text).find();
    }

    /** The end of such a phrase that begins at an offset; -1 if there is none. */
    int endAt(String text, int at) {
        Matcher matcher = matcher(text).region(at, text.length()).useTransparentBounds(true);
        return matcher.lookingAt() ? matcher.end() : -1;
    }
}
