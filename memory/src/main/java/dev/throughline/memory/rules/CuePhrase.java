package dev.throughline.memory.rules;

import java.util.Locale;

/**
 * A family of words that tells what a sentence is for, and how many points it gives towards remembering it. The words
 * stand in {@code cue-phrases.txt}, by language. Families without points only matter where they stand or together with
 * others.
 */
enum CuePhrase {
    OPENER(0),
    DENIAL(1),
    NOTE(2),
    REMEMBER(4),
    MEMORISE(4),
    STANDING(3),
    ALWAYS(2),
    KIND(1),
    SCOPE(2),
    HABIT(2),
    OURS(1),
    PERSON(0),
    STATE(0),
    POINTER(0),
    DECISION(3),
    PREFERENCE(3),
    PROFILE(3),
    CHANGE(2),
    CONTRAST(1),
    ROLE(2),
    PLACE(1),
    SCHEDULE(2),
    PRACTICE(1),
    STYLE(2),
    CONDUCT(3),
    LESSON(2),
    MANNER(1),
    REASON(1),
    ONLY(1),
    VALUE(1),
    WORLD(1),
    CODE(-1),
    QUESTION(0),
    REQUEST(-3),
    MOMENT(0),
    HEDGE(-3),
    THERE(-3),
    STORY(-2),
    SOON(-2),
    TROUBLE(-2),
    ERRAND(-3),
    RETRACTION(0),
    REVOCATION(0),
    REPORTED(0),
    HEARSAY(0);

    private final int points;

    CuePhrase(int points) {
        this.points = points;
    }

    int points() {
        return points;
    }

    /** Its name in {@code cue-phrases.txt}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
