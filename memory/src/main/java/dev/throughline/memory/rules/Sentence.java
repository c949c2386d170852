package dev.throughline.memory.rules;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One sentence of a user, split into its opening phrases and the rest.
 *
 * @param opening the kinds of phrases that it opens with: an order to remember, a correction, an aside
 * @param core the rest, which is what can be remembered
 */
record Sentence(String text, Set<CuePhrase> opening, String core) {
    private static final List<CuePhrase> OPENINGS =
            List.of(CuePhrase.REMEMBER, CuePhrase.NOTE, CuePhrase.DENIAL, CuePhrase.OPENER);
    private static final Pattern GAP = Pattern.compile("[\\s,.:;!–—，。：；！-]*");

    /** After an order to remember: a task for later, or a name, and not a statement. */
    private static final Pattern NO_STATEMENT = Pattern.compile(
            "(?i)\\s+(?:to|how|when|me|him|her|why|what|the (?:file|branch|pr)|@)\\b.*|"
                    + "\\s+@.*|.*\\bzu \\p{Ll}+en\\W*|\\s+\\p{L}+[aei]r\\b.*",
            Pattern.DOTALL);

    private static final Pattern MARK = Pattern.compile("\\s*[:：,，]");
    private static final Pattern THAT = Pattern.compile("(?i)(?:that|dass|que)$");
    private static final int SUBJECT_WORDS = 7;

    private static final Pattern QUESTION_END = Pattern.compile("[?？]\\W*$");

    private static final Pattern CLAUSE = Pattern.compile(
            "[,;:(–—]\\s*|\\s-\\s|[，；：]|\\s(?:and|but|so|because|und|aber|weil|y|pero|porque|et|mais|car)\\s",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}'’_./-]*");

    static Sentence of(String text) {
        String plain = text.replace('’', '\'');
        Set<CuePhrase> opening = EnumSet.noneOf(CuePhrase.class);
        int at = 0;
        boolean isFound = true;
        while (isFound) {
            isFound = false;
            for (CuePhrase cue : OPENINGS) {
                int end = cue.endAt(plain, at);
                if (end > at && isOpening(cue, plain, end)) {
                    opening.add(cue);
                    at = end(plain, end);
                    isFound = true;
                    break;
                }
            }
        }
        return new Sentence(text, opening, plain.substring(at));
    }

    private static boolean isOpening(CuePhrase cue, String text, int end) {
        boolean isLast = end(text, end) >= text.length();
        return !isLast && (cue != CuePhrase.REMEMBER || isStated(text.substring(0, end), text.substring(end)));
    }

    /** Whether an order to remember is followed by a statement: anything after a colon, otherwise a full clause. */
    private static boolean isStated(String order, String rest) {
        return !NO_STATEMENT.matcher(rest).matches()
                && (THAT.matcher(order).find()
                        || MARK.matcher(rest).lookingAt()
                        || CuePhrase.STATE.isIn(rest)
                        || CuePhrase.HABIT.isIn(rest));
    }

    private static int end(String text, int from) {
        Matcher gap = GAP.matcher(text).region(from, text.length());
        return gap.lookingAt() ? gap.end() : from;
    }

    boolean isQuestion() {
        return QUESTION_END.matcher(text).find() || begins(CuePhrase.QUESTION);
    }

    /** Whether it says how things are, and asks for nothing. */
    boolean isStatement() {
        return begins(CuePhrase.HABIT)
                || (!begins(CuePhrase.POINTER)
                        && !begins(CuePhrase.MANNER)
                        && !begins(CuePhrase.QUESTION)
                        && !isErrand()
                        && CuePhrase.STATE.isIn(head(SUBJECT_WORDS)));
    }

    /** Whether it is a statement about all things of a kind: "dates go out as …", "los importes se guardan …". */
    boolean isGeneric() {
        return isStatement()
                && Stream.of(CuePhrase.TROUBLE, CuePhrase.THERE, CuePhrase.STORY)
                        .noneMatch(this::has)
                && !hasClause(CuePhrase.ERRAND)
                && begins(CuePhrase.GENERIC);
    }

    boolean isDefinition() {
        return begins(CuePhrase.DEFINITION) && !begins(CuePhrase.POINTER);
    }

    /** Whether it is an order about the current work. A noun that could be a verb, as in "merge freeze", is none. */
    boolean isErrand() {
        return begins(CuePhrase.ERRAND) && !begins(CuePhrase.NOUN);
    }

    boolean has(CuePhrase cue) {
        return cue.isIn(core);
    }

    boolean begins(CuePhrase cue) {
        return cue.endAt(core, 0) > 0;
    }

    /** Whether one of its clauses begins with such a phrase. */
    boolean hasClause(CuePhrase cue) {
        return begins(cue)
                || CLAUSE.matcher(core).results().anyMatch(clause -> cue.endAt(core, clause.end()) > clause.end());
    }

    long count(CuePhrase cue) {
        return cue.matcher(core).results().count();
    }

    private String head(int words) {
        Matcher word = WORD.matcher(core);
        int end = 0;
        for (int i = 0; i < words && word.find(); i++) {
            end = word.end();
        }
        return core.substring(0, end);
    }

    long words() {
        return wordCount(core);
    }

    /** How many words a text has. In a script without spaces, each character counts as a word. */
    static long wordCount(String text) {
        long characters = text.codePoints().filter(Character::isIdeographic).count();
        return Math.max(characters, WORD.matcher(text).results().count());
    }
}
