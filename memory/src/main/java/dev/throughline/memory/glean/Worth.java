package dev.throughline.memory.glean;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a sentence is worth remembering. Each {@link Cue} that it has gives or takes points; so does its form: a
 * plain statement of how things are, said by itself, counts more than one beside an order. Some things decide alone: a
 * question and somebody else's words are never remembered, what holds for the moment only after "Remember:".
 *
 * @param points by family
 * @param form what its form gives
 */
record Worth(Sentence sentence, Map<Cue, Integer> points, int form) {
    /** From so many points on a sentence is remembered. */
    static final int ENOUGH = 4;

    private static final int FEWEST_WORDS = 3;
    private static final int MOST_WORDS = 70;

    /** A sentence of more words tells a story. */
    private static final int LONG = 28;

    /** So many names of code count. */
    private static final int MOST_NAMES = 3;

    private static final int DEFINED = 2;
    private static final int GENERIC = 2;
    private static final int STANDING_REQUEST = -1;
    private static final int LATER_ERRAND = -2;
    private static final int ERRAND_IN_STYLE = -1;

    private static final Set<Cue> ANYWHERE = Set.of(
            Cue.MEMORISE,
            Cue.STANDING,
            Cue.ALWAYS,
            Cue.KIND,
            Cue.SCOPE,
            Cue.DECISION,
            Cue.PREFERENCE,
            Cue.CHANGE,
            Cue.CONTRAST,
            Cue.ROLE,
            Cue.PLACE,
            Cue.SCHEDULE,
            Cue.PRACTICE,
            Cue.STYLE,
            Cue.LESSON,
            Cue.REASON,
            Cue.ONLY,
            Cue.VALUE,
            Cue.WORLD,
            Cue.CODE,
            Cue.REQUEST,
            Cue.HEDGE,
            Cue.THERE,
            Cue.STORY,
            Cue.SOON,
            Cue.TROUBLE);
    private static final Set<Cue> CLAUSES = Set.of(Cue.HABIT, Cue.PROFILE, Cue.MANNER, Cue.CONDUCT, Cue.ERRAND);

    /** Beside these, trouble is part of what holds: I have a flaky network. */
    private static final Set<Cue> LASTING =
            Set.of(Cue.REMEMBER, Cue.MEMORISE, Cue.STANDING, Cue.PREFERENCE, Cue.PROFILE);

    /** Beside these, a day that is near is a date to keep. */
    private static final Set<Cue> DATED = Set.of(Cue.REMEMBER, Cue.MEMORISE, Cue.STANDING, Cue.SCHEDULE, Cue.DECISION);

    /** Without any of these, a correction or a change is one of the work at hand. */
    private static final Set<Cue> SOLID = Set.of(
            Cue.HABIT, Cue.SCOPE, Cue.CONTRAST, Cue.WORLD, Cue.VALUE, Cue.ALWAYS, Cue.ROLE, Cue.PLACE, Cue.SCHEDULE);

    /**
     * What a sentence is worth.
     *
     * @param isAlone whether the message is short and asks for nothing else
     * @param isPointedAt whether the next sentence says that this one is to be remembered
     */
    static Worth of(Sentence sentence, boolean isAlone, boolean isPointedAt) {
        List<Cue> found = new ArrayList<>(sentence.opening());
        ANYWHERE.stream().filter(sentence::has).forEach(found::add);
        CLAUSES.stream().filter(sentence::hasClause).forEach(found::add);
        if (sentence.begins(Cue.OURS)) {
            found.add(Cue.OURS);
        }
        if (isPointedAt) {
            found.add(Cue.MEMORISE);
        }
        Map<Cue, Integer> points = new EnumMap<>(Cue.class);
        found.forEach(cue -> points.put(cue, cue.points()));
        together(sentence, points);
        return new Worth(sentence, Map.copyOf(points), form(sentence, isAlone));
    }

    private static int form(Sentence sentence, boolean isAlone) {
        return (sentence.isStatement() || sentence.begins(Cue.ALWAYS) ? 1 : 0)
                + (sentence.isDefinition() ? DEFINED : 0)
                + (isAlone && sentence.isGeneric() ? GENERIC : 0)
                + (isAlone ? 1 : 0)
                - (sentence.words() > LONG ? 1 : 0);
    }

    /** What families mean beside each other. */
    private static void together(Sentence sentence, Map<Cue, Integer> points) {
        if (points.containsKey(Cue.ERRAND)) {
            boolean isManner = points.containsKey(Cue.MANNER)
                    && (points.containsKey(Cue.STYLE) || points.containsKey(Cue.PRACTICE));
            boolean isFirst = sentence.isErrand();
            boolean isConduct = hasAny(points, LASTING) || points.containsKey(Cue.CONDUCT);
            points.put(
                    Cue.ERRAND,
                    isConduct && !isFirst
                            ? 0
                            : isManner ? ERRAND_IN_STYLE : isFirst ? Cue.ERRAND.points() : LATER_ERRAND);
        }
        if (hasAny(points, LASTING)) {
            points.remove(Cue.TROUBLE);
        }
        if (points.containsKey(Cue.STANDING)) {
            points.computeIfPresent(Cue.REQUEST, (_, _) -> STANDING_REQUEST);
        }
        if (hasAny(points, DATED)) {
            points.remove(Cue.SOON);
        }
        if (!points.containsKey(Cue.MANNER) && !sentence.isStatement()) {
            points.remove(Cue.STYLE);
        }
        if (!sentence.isStatement()) {
            points.remove(Cue.KIND);
        }
        if (!hasAny(points, SOLID)) {
            points.remove(Cue.DENIAL);
            points.computeIfPresent(Cue.CHANGE, (_, _) -> 1);
        }
        if (points.containsKey(Cue.CODE)) {
            points.put(Cue.CODE, (int) -Math.min(sentence.count(Cue.CODE), MOST_NAMES));
        }
    }

    private static boolean hasAny(Map<Cue, Integer> points, Set<Cue> cues) {
        return cues.stream().anyMatch(points::containsKey);
    }

    boolean has(Cue cue) {
        return points.containsKey(cue);
    }

    boolean isEnough() {
        return sum() >= ENOUGH && !isBarred();
    }

    int sum() {
        return points.values().stream().mapToInt(Integer::intValue).sum() + form;
    }

    /** What is never remembered, whatever else it says. */
    private boolean isBarred() {
        return sentence.isQuestion()
                || sentence.words() < (has(Cue.REMEMBER) ? FEWEST_WORDS - 1 : FEWEST_WORDS)
                || sentence.words() > MOST_WORDS
                || sentence.has(Cue.HEARSAY)
                || (sentence.has(Cue.MOMENT) && !has(Cue.REMEMBER));
    }
}
