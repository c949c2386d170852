package dev.throughline.memory.rules;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides whether a sentence is worth remembering. Each {@link CuePhrase} in it adds or subtracts points, and so does
 * its form: a plain statement that is alone in its message counts more than one next to an order. Questions and quoted
 * words are never remembered; statements about the current moment only after "Remember:".
 *
 * @param points by kind of phrase
 * @param form the points for its form
 */
record SentenceScore(Sentence sentence, Map<CuePhrase, Integer> points, int form) {
    /** A sentence with at least this many points is remembered. */
    static final int MIN_POINTS = 4;

    private static final int MIN_WORDS = 3;
    private static final int MAX_WORDS = 70;

    /** A sentence of more words loses a point. */
    private static final int LONG_SENTENCE_WORDS = 28;

    /** At most this many names from code are counted. */
    private static final int MAX_NAMES = 3;

    private static final int DEFINED = 2;
    private static final int GENERIC = 2;
    private static final int STANDING_REQUEST = -1;
    private static final int LATER_ERRAND = -2;
    private static final int ERRAND_IN_STYLE = -1;

    /** Together with these, trouble is a lasting fact: "I have a flaky network". */
    private static final Set<CuePhrase> LASTING =
            Set.of(CuePhrase.REMEMBER, CuePhrase.MEMORISE, CuePhrase.STANDING, CuePhrase.PREFERENCE, CuePhrase.PROFILE);

    /** Together with these, a day in the near future is a date to remember. */
    private static final Set<CuePhrase> DATED =
            Set.of(CuePhrase.REMEMBER, CuePhrase.MEMORISE, CuePhrase.STANDING, CuePhrase.SCHEDULE, CuePhrase.DECISION);

    /** Without any of these, a correction or a change is about the current work. */
    private static final Set<CuePhrase> SOLID = Set.of(
            CuePhrase.HABIT,
            CuePhrase.SCOPE,
            CuePhrase.CONTRAST,
            CuePhrase.WORLD,
            CuePhrase.VALUE,
            CuePhrase.ALWAYS,
            CuePhrase.ROLE,
            CuePhrase.PLACE,
            CuePhrase.SCHEDULE);

    /**
     * Scores a sentence.
     *
     * @param isAlone whether the message is short and asks for nothing else
     * @param isPointedAt whether the next sentence says that this one is to be remembered
     */
    static SentenceScore of(Sentence sentence, boolean isAlone, boolean isPointedAt) {
        List<CuePhrase> found = new ArrayList<>(sentence.opening());
        Stream.of(CuePhrase.values()).filter(cue -> cue.isScoredIn(sentence)).forEach(found::add);
        if (isPointedAt) {
            found.add(CuePhrase.MEMORISE);
        }
        Map<CuePhrase, Integer> points = new EnumMap<>(CuePhrase.class);
        found.forEach(cue -> points.put(cue, cue.points()));
        combine(sentence, points);
        return new SentenceScore(sentence, Map.copyOf(points), form(sentence, isAlone));
    }

    private static int form(Sentence sentence, boolean isAlone) {
        return (sentence.isStatement() || sentence.begins(CuePhrase.ALWAYS) ? 1 : 0)
                + (sentence.isDefinition() ? DEFINED : 0)
                + (isAlone && sentence.isGeneric() ? GENERIC : 0)
                + (isAlone ? 1 : 0)
                - (sentence.words() > LONG_SENTENCE_WORDS ? 1 : 0);
    }

    /** Adjusts the points of phrases that mean something else together with others. */
    private static void combine(Sentence sentence, Map<CuePhrase, Integer> points) {
        if (points.containsKey(CuePhrase.ERRAND)) {
            boolean isManner = points.containsKey(CuePhrase.MANNER)
                    && (points.containsKey(CuePhrase.STYLE) || points.containsKey(CuePhrase.PRACTICE));
            boolean isFirst = sentence.isErrand();
            boolean isConduct = hasAny(points, LASTING) || points.containsKey(CuePhrase.CONDUCT);
            points.put(
                    CuePhrase.ERRAND,
                    isConduct && !isFirst
                            ? 0
                            : isManner ? ERRAND_IN_STYLE : isFirst ? CuePhrase.ERRAND.points() : LATER_ERRAND);
        }
        if (hasAny(points, LASTING)) {
            points.remove(CuePhrase.TROUBLE);
        }
        if (points.containsKey(CuePhrase.STANDING)) {
            points.computeIfPresent(CuePhrase.REQUEST, (_, _) -> STANDING_REQUEST);
        }
        if (hasAny(points, DATED)) {
            points.remove(CuePhrase.SOON);
        }
        if (!points.containsKey(CuePhrase.MANNER) && !sentence.isStatement()) {
            points.remove(CuePhrase.STYLE);
        }
        if (!sentence.isStatement()) {
            points.remove(CuePhrase.KIND);
        }
        if (!hasAny(points, SOLID)) {
            points.remove(CuePhrase.DENIAL);
            points.computeIfPresent(CuePhrase.CHANGE, (_, _) -> 1);
        }
        if (points.containsKey(CuePhrase.CODE)) {
            points.put(CuePhrase.CODE, (int) -Math.min(sentence.count(CuePhrase.CODE), MAX_NAMES));
        }
    }

    private static boolean hasAny(Map<CuePhrase, Integer> points, Set<CuePhrase> cues) {
        return cues.stream().anyMatch(points::containsKey);
    }

    boolean has(CuePhrase cue) {
        return points.containsKey(cue);
    }

    boolean isEnough() {
        return sum() >= MIN_POINTS && !isExcluded();
    }

    int sum() {
        return points.values().stream().mapToInt(Integer::intValue).sum() + form;
    }

    /** Whether it must not be remembered, whatever its points are. */
    private boolean isExcluded() {
        return sentence.isQuestion()
                || sentence.words() < (has(CuePhrase.REMEMBER) ? MIN_WORDS - 1 : MIN_WORDS)
                || sentence.words() > MAX_WORDS
                || sentence.has(CuePhrase.HEARSAY)
                || (sentence.has(CuePhrase.MOMENT) && !has(CuePhrase.REMEMBER));
    }
}
