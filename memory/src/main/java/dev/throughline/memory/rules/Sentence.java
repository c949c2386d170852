package dev.throughline.memory.rules;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One sentence of a person, taken apart: the words it opens with, which say what the rest is for, and the rest.
 *
 * @param text as it was said
 * @param opening what it opens with: an order to remember, a correction, a remark aside
 * @param core the rest, which is what can be remembered
 */
record Sentence(String text, Set<CuePhrase> opening, String core) {
    private static final List<CuePhrase> OPENINGS =
            List.of(CuePhrase.REMEMBER, CuePhrase.NOTE, CuePhrase.DENIAL, CuePhrase.OPENER);
    private static final Pattern GAP = Pattern.compile("[\\s,.:;!–—，。：；！-]*");

    /** An order to do something later, or a name, is no statement to remember. */
    private static final Pattern NO_STATEMENT = Pattern.compile(
            "(?i)\\s+(?:to|how|when|me|him|her|why|what|the (?:file|branch|pr)|@)\\b.*|"
                    + "\\s+@.*|.*\\bzu \\p{Ll}+en\\W*|\\s+\\p{L}+[aei]r\\b.*",
            Pattern.DOTALL);

    private static final Pattern MARK = Pattern.compile("\\s*[:：,，]");
    private static final Pattern THAT = Pattern.compile("(?i)(?:that|dass|que)$");
    private static final int SUBJECT_WORDS = 7;

    private static final Pattern QUESTION_END = Pattern.compile("[?？]\\W*$");
    private static final Pattern DEFINITION =
            Pattern.compile("^[\\w`'\" -]{2,40}(?: ?==? ?| means | stands for |：| heißt | bedeutet )\\S.*");
    private static final Pattern NOUN = Pattern.compile("(?i)(?:merge|test|build|release|push|commit|review|deploy"
            + "|branch"
            + "|log|debug|start|port|list|link|draft|group|set|call|check|change|open|"
            + "update|upgrade|return|format|read)s?"
            + " (?!the\\b|an?\\b|this\\b|that\\b|these\\b|it\\b|them\\b|my\\b|our\\b|your\\b|all\\b|if\\b|to\\b)"
            + "(?:[\\w-]+ ){0,5}(?:is|are|starts?|ends?|lives?|runs?|goes?|go|needs?|"
            + "uses?|must|has|have|belongs?|happens?|gets?|comes?|stays?|follows?|takes?)\\b");

    /** A subject without article in the plural, or with one where a language says so of all of a kind. */
    private static final Pattern GENERIC =
            Pattern.compile("(?iu)(?!(?:the|this|that|these|those|it|its|is|was|has|as|yes|us|thus|always|sometimes|"
                    + "thanks|lets|does|looks|seems|sounds|works|makes|needs|wants|gets|means|there|here|we|i|you|they|he|she|"
                    + "my|your|our|his|her|their|some|both|most|many|few|several|two|three|four|five|[0-9]+)\\b)(?:[\\p{L}][\\p{L}-]*"
                    + " ){0,2}[\\p{L}][\\p{L}-]{2,}(?<!s)s (?!is\\b|was\\b|has\\b)|(?:los|las|les) \\p{L}+s |die"
                    + " \\p{Lu}\\p{L}+(?:s|en|er) ");

    private static final Pattern CLAUSE = Pattern.compile(
            "[,;:(–—]\\s*|\\s-\\s|[，；：]|\\s(?:and|but|so|because|und|aber|weil|y|pero|porque|et|mais|car)\\s",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}'_./-]*");

    static Sentence of(String text) {
        String plain = text.replace('’', '\'');
        Set<CuePhrase> opening = EnumSet.noneOf(CuePhrase.class);
        int at = 0;
        boolean isFound = true;
        while (isFound) {
            isFound = false;
            for (CuePhrase cue : OPENINGS) {
                int end = CuePatterns.endAt(cue, plain, at);
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
        return !isLast && (cue != CuePhrase.REMEMBER || isSaid(text.substring(0, end), text.substring(end)));
    }

    /** Whether what is to be remembered follows: behind a colon anything, else a clause that says something. */
    private static boolean isSaid(String order, String rest) {
        return !NO_STATEMENT.matcher(rest).matches()
                && (THAT.matcher(order).find()
                        || MARK.matcher(rest).lookingAt()
                        || CuePatterns.has(CuePhrase.STATE, rest)
                        || CuePatterns.has(CuePhrase.HABIT, rest));
    }

    private static int end(String text, int from) {
        Matcher gap = GAP.matcher(text).region(from, text.length());
        return gap.lookingAt() ? gap.end() : from;
    }

    /** Whether it asks something. */
    boolean isQuestion() {
        return QUESTION_END.matcher(text).find() || begins(CuePhrase.QUESTION);
    }

    /** Whether it says how things are. */
    boolean isStatement() {
        return begins(CuePhrase.HABIT)
                || (!begins(CuePhrase.POINTER)
                        && !begins(CuePhrase.MANNER)
                        && !begins(CuePhrase.QUESTION)
                        && !isErrand()
                        && CuePatterns.has(CuePhrase.STATE, head(SUBJECT_WORDS)));
    }

    /** Whether it says how things of a kind are: dates go out as, los importes se guardan. */
    boolean isGeneric() {
        return isStatement()
                && Stream.of(CuePhrase.TROUBLE, CuePhrase.THERE, CuePhrase.STORY)
                        .noneMatch(this::has)
                && !hasClause(CuePhrase.ERRAND)
                && GENERIC.matcher(core).lookingAt();
    }

    /** Whether it says what a word means. */
    boolean isDefinition() {
        return DEFINITION.matcher(core).matches() && !begins(CuePhrase.POINTER);
    }

    /** Whether it is an order about the work at hand; a noun that could be a verb, as in merge freeze, is none. */
    boolean isErrand() {
        return begins(CuePhrase.ERRAND) && !NOUN.matcher(core).lookingAt();
    }

    /** Whether the rest has such words anywhere. */
    boolean has(CuePhrase cue) {
        return CuePatterns.has(cue, core);
    }

    /** Whether the rest begins with such words. */
    boolean begins(CuePhrase cue) {
        return CuePatterns.endAt(cue, core, 0) > 0;
    }

    /** Whether one of its clauses begins with such words. */
    boolean hasClause(CuePhrase cue) {
        return begins(cue) || clauses().stream().anyMatch(at -> CuePatterns.endAt(cue, core, at) > at);
    }

    private List<Integer> clauses() {
        List<Integer> starts = new ArrayList<>();
        Matcher clause = CLAUSE.matcher(core);
        while (clause.find()) {
            starts.add(clause.end());
        }
        return starts;
    }

    /** How often the rest has such words. */
    long count(CuePhrase cue) {
        return CuePatterns.matcher(cue, core).results().count();
    }

    /** Its first words. */
    String head(int words) {
        Matcher word = WORD.matcher(core);
        int end = 0;
        for (int i = 0; i < words && word.find(); i++) {
            end = word.end();
        }
        return core.substring(0, end);
    }

    /** How many words it has; signs of a script without spaces are words. */
    long words() {
        long signs = core.codePoints().filter(Character::isIdeographic).count();
        return Math.max(signs, WORD.matcher(core).results().count());
    }
}
