package dev.throughline.memory.rules;

import dev.throughline.memory.topic.TopicType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the sentences of a user message that later sessions should know, and those that correct the agent. */
final class StatementFinder {
    /** In a message of more words, a statement is not alone. */
    private static final int MAX_ALONE_WORDS = 60;

    /** A shorter correction is only an answer. */
    private static final int MIN_CORRECTION_WORDS = 4;

    private static final Pattern ADDRESS = Pattern.compile("https?://");

    private static final Pattern SMILEY = Pattern.compile("[\\s:;][-']?[)(DP]$|\\p{So}+$");

    private StatementFinder() {}

    /**
     * The sentences of a message that are worth remembering, in order.
     *
     * @param day on which it was said
     */
    static List<Statement> of(String message, String handle, LocalDate day) {
        List<Sentence> sentences =
                UserSentences.sentences(message).stream().map(Sentence::of).toList();
        if (sentences.stream().anyMatch(each -> CuePhrase.RETRACTION.isIn(each.text()))) {
            return List.of();
        }
        long words = sentences.stream().mapToLong(Sentence::words).sum();
        List<Statement> found = new ArrayList<>();
        for (int i = 0; i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            boolean isAlone = words <= MAX_ALONE_WORDS
                    && sentences.stream().filter(each -> !each.equals(sentence)).noneMatch(StatementFinder::isRequest);
            boolean isPointedAt =
                    i + 1 < sentences.size() && sentences.get(i + 1).has(CuePhrase.MEMORISE);
            SentenceScore score = SentenceScore.of(sentence, isAlone, isPointedAt);
            if (score.isEnough()) {
                found.add(new Statement(type(score), text(sentence, day), handle));
            }
        }
        return found;
    }

    /** The statements that a message asks to forget: "Forget that we release on Thursdays." */
    static List<String> revoked(String message) {
        List<String> revoked = new ArrayList<>();
        for (String sentence : UserSentences.sentences(message)) {
            int end = CuePhrase.REVOCATION.endAt(sentence, 0);
            if (end > 0 && !Sentence.of(sentence).isQuestion()) {
                revoked.add(sentence.substring(end).strip());
            }
        }
        return revoked;
    }

    /** The sentences of a message in which the user corrects the agent. */
    static List<String> corrections(String message) {
        return UserSentences.sentences(message).stream()
                .filter(StatementFinder::isCorrection)
                .toList();
    }

    private static boolean isCorrection(String sentence) {
        return Sentence.wordCount(sentence) >= MIN_CORRECTION_WORDS
                && !CuePhrase.CONSENT.isIn(sentence)
                && CuePhrase.CORRECTION.isIn(sentence);
    }

    private static boolean isRequest(Sentence sentence) {
        return sentence.isQuestion() || sentence.has(CuePhrase.REQUEST) || sentence.isErrand();
    }

    private static String text(Sentence sentence, LocalDate day) {
        String plain = SMILEY.matcher(sentence.core().strip()).replaceAll("").strip();
        return RelativeDates.absolute(plain, day);
    }

    private static TopicType type(SentenceScore score) {
        Sentence sentence = score.sentence();
        if (score.has(CuePhrase.PROFILE)) {
            return TopicType.USER;
        }
        if (score.has(CuePhrase.PREFERENCE) || sentence.begins(CuePhrase.MANNER) || sentence.begins(CuePhrase.ALWAYS)) {
            return TopicType.FEEDBACK;
        }
        boolean isPlace = score.has(CuePhrase.PLACE) && !score.has(CuePhrase.HABIT) && !score.has(CuePhrase.DECISION);
        return ADDRESS.matcher(sentence.core()).find() || isPlace ? TopicType.REFERENCE : TopicType.PROJECT;
    }
}
