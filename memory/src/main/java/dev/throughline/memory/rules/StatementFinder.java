package dev.throughline.memory.rules;

import dev.throughline.memory.topic.TopicType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds in a person's message what a later session should know. */
final class StatementFinder {
    /** In a message of more words a statement does not stand by itself. */
    private static final int SHORT = 60;

    private static final Pattern ADDRESS = Pattern.compile("https?://");

    /** A smile is no part of what is said. */
    private static final Pattern SMILE = Pattern.compile("[\\s:;][-']?[)(DP]$|\\p{So}+$");

    private StatementFinder() {}

    /**
     * The sentences of a message that are worth remembering, in order.
     *
     * @param day on which it was said
     */
    static List<Statement> of(String message, String handle, LocalDate day) {
        List<Sentence> sentences =
                UserSentences.sentences(message).stream().map(Sentence::of).toList();
        if (sentences.stream().anyMatch(each -> CuePatterns.has(CuePhrase.RETRACTION, each.text()))) {
            return List.of();
        }
        long words = sentences.stream().mapToLong(Sentence::words).sum();
        List<Statement> found = new ArrayList<>();
        for (int i = 0; i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            boolean isAlone = words <= SHORT
                    && sentences.stream().filter(each -> !each.equals(sentence)).noneMatch(StatementFinder::asks);
            boolean isPointedAt =
                    i + 1 < sentences.size() && sentences.get(i + 1).has(CuePhrase.MEMORISE);
            SentenceScore worth = SentenceScore.of(sentence, isAlone, isPointedAt);
            if (worth.isEnough()) {
                found.add(new Statement(type(worth), text(sentence, day), handle));
            }
        }
        return found;
    }

    /** What a message says that memory is to forget: "Forget that we release on Thursdays." */
    static List<String> revoked(String message) {
        List<String> revoked = new ArrayList<>();
        for (String sentence : UserSentences.sentences(message)) {
            int end = CuePatterns.endAt(CuePhrase.REVOCATION, sentence, 0);
            if (end > 0 && !Sentence.of(sentence).isQuestion()) {
                revoked.add(sentence.substring(end).strip());
            }
        }
        return revoked;
    }

    private static boolean asks(Sentence sentence) {
        return sentence.isQuestion() || sentence.has(CuePhrase.REQUEST) || sentence.isErrand();
    }

    private static String text(Sentence sentence, LocalDate day) {
        String plain = SMILE.matcher(sentence.core().strip()).replaceAll("").strip();
        return RelativeDates.absolute(plain, day);
    }

    private static TopicType type(SentenceScore worth) {
        Sentence sentence = worth.sentence();
        if (worth.has(CuePhrase.PROFILE)) {
            return TopicType.USER;
        }
        if (worth.has(CuePhrase.PREFERENCE) || sentence.begins(CuePhrase.MANNER) || sentence.begins(CuePhrase.ALWAYS)) {
            return TopicType.FEEDBACK;
        }
        boolean isPlace = worth.has(CuePhrase.PLACE) && !worth.has(CuePhrase.HABIT) && !worth.has(CuePhrase.DECISION);
        return ADDRESS.matcher(sentence.core()).find() || isPlace ? TopicType.REFERENCE : TopicType.PROJECT;
    }
}
