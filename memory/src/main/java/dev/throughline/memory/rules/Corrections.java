package dev.throughline.memory.rules;

import java.util.regex.Pattern;

/** Recognises sentences in which the user corrects the agent. */
final class Corrections {
    /** A shorter sentence is only an answer. */
    private static final int MIN_WORDS = 4;

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

    private Corrections() {}

    static boolean isCorrection(String sentence) {
        return Sentence.wordCount(sentence) >= MIN_WORDS
                && !CONSENT.matcher(sentence).find()
                && CORRECTION.matcher(sentence).find();
    }
}
