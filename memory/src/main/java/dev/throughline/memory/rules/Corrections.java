package dev.throughline.memory.rules;

import java.util.regex.Pattern;

/** What the words of a sentence tell of a session: where its person corrected the agent, and what was talked about. */
final class Corrections {
    private static final int MIN_WORDS = 3;

    private static final String BEFORE =
            "^(?:(?:please|and|also|ok(?:ay)?|so|but|yes|yeah|yep|great|alright|cool|hmm+|oh|well|btw)[,.!: ]+)*";

    private static final Pattern CORRECTION = Pattern.compile("(?i)" + BEFORE
            + "(?:no[,.!:]|no (?:wait|don't|not|that|this|it|i|we|you|please|keep|leave|use|remove|revert)\\b|nope[,."
            + " ]|not like that|wait[,. ]|that'?s (?:wrong|not)|that is (?:wrong|not)|this is (?:wrong|still"
            + " not)|wrong[,.! ]|stop (?:it|that|doing|using|adding|trying|making)\\b|(?:don't|do not)"
            + " (?!we|you|i|they)|you (?:should have|shouldn't|forgot|missed|broke|were supposed)|actually[, ]|i"
            + " (?:said|told you|meant|asked|didn't (?:say|ask|mean))|revert |undo |nein[,"
            + " ]|falsch|不对|不是|错了)|(?i)\\b(?:change|put|turn) (?:it|this|that) back\\b|(?i)\\bas i said\\b");

    /** An answer to a question that happens to begin like a correction. */
    private static final Pattern CONSENT = Pattern.compile(
            "(?i)^no(?:pe)?[,. ]+(?:(?:then|that|that's|it's|this|is|all|it|worries|problem|need)\\b[, ]*)+"
                    + "(?:fine|good|ok(?:ay)?|great|right|correct|not needed|$)");

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}'’_./-]*");

    private Corrections() {}

    /** Whether a person says that something was wrong. */
    static boolean isCorrection(String sentence) {
        return words(sentence) > MIN_WORDS
                && !CONSENT.matcher(sentence).find()
                && CORRECTION.matcher(sentence).find();
    }

    /** Enough words to say something. */
    static boolean isTelling(String sentence) {
        return words(sentence) >= MIN_WORDS;
    }

    /** How many words it has; signs of a script without spaces are words. */
    private static long words(String sentence) {
        long signs = sentence.codePoints().filter(Character::isIdeographic).count();
        return Math.max(signs, WORD.matcher(sentence).results().count());
    }

    /** A text as one line of prose: without headings' marks, tables, code and emphasis. */
    static String prose(String text) {
        StringBuilder prose = new StringBuilder();
        boolean isCode = false;
        for (String line : text.lines().map(String::strip).toList()) {
            isCode ^= line.startsWith("```");
            if (!isCode && !line.startsWith("```") && !line.startsWith("|") && !line.matches("[-=*_]{3,}")) {
                prose.append(line.replaceFirst("^(?:#{1,6}|>)\\s+", "")
                                .replace("**", "")
                                .replace("__", ""))
                        .append(' ');
            }
        }
        return prose.toString().replaceAll("\\s+", " ").strip();
    }
}
