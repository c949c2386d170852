package dev.throughline.memory.metadata;

import dev.throughline.model.text.EditDistance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Compares a text with names. Each word of the text counts as much as the most similar word of the name: fully if it is
 * the same, less if it is the beginning of that word or differs in a letter or two. A name with few other words is
 * better than one with many.
 *
 * <pre>
 *   text           name                       because
 *   parser lexer   move-parser-to-new-lexer   all words
 *   pars           parser-tests               the beginning of a word
 *   parsre-tests   parser-tests               two letters differ
 *   parsertests    parser-tests               written as one word
 * </pre>
 */
final class NameRanking {
    /** A name with fewer points is not meant. */
    static final double MIN_SCORE = 0.5;

    /** Names whose points differ by less are equally good. */
    static final double NEARLY_EQUAL = 0.1;

    private static final int MAX_WORDS = 16;
    private static final int MIN_PREFIX_LENGTH = 3;
    private static final double PREFIX = 0.85;

    /** A word of this length may differ in one letter, and one of twice the length in two. */
    private static final int LETTERS_PER_ERROR = 4;

    private static final double ONE_ERROR = 0.75;
    private static final double TWO_ERRORS = 0.6;

    /** The part of the score for the words of the text; the rest is for a name without other words. */
    private static final double WORDS_SHARE = 0.8;

    private static final Pattern DIGIT = Pattern.compile("\\p{N}");

    private final String text;
    private final List<String> words;

    /** What was computed for each pair of words. Names share many words. */
    private final List<Map<String, Double>> similarities = new ArrayList<>();

    NameRanking(String text) {
        this.text = SessionName.normalised(text);
        this.words = words(this.text);
        words.forEach(_ -> similarities.add(new HashMap<>()));
    }

    private static List<String> words(String normalised) {
        return normalised.isEmpty()
                ? List.of()
                : List.of(normalised.split("-", -1)).stream().limit(MAX_WORDS).toList();
    }

    /**
     * The candidates that the text means, best first: the best one and all that are nearly as good.
     *
     * @param name the name of a candidate, in kebab case
     */
    <T> List<T> best(List<T> candidates, Function<T, String> name) {
        record Scored<T>(T candidate, double score) {}
        List<Scored<T>> scored = candidates.stream()
                .map(each -> new Scored<>(each, score(name.apply(each))))
                .filter(each -> each.score() >= MIN_SCORE)
                .sorted(Comparator.comparingDouble((Scored<T> each) -> each.score())
                        .reversed())
                .toList();
        return scored.stream()
                .takeWhile(each -> scored.getFirst().score() - each.score() < NEARLY_EQUAL)
                .map(Scored::candidate)
                .toList();
    }

    /** From 0 to 1. */
    double score(String name) {
        List<String> named = words(name);
        if (words.isEmpty() || named.isEmpty()) {
            return 0;
        }
        double sum = 0;
        for (int i = 0; i < words.size(); i++) {
            Map<String, Double> known = similarities.get(i);
            String word = words.get(i);
            double most = 0;
            for (String other : named) {
                most = Math.max(most, known.computeIfAbsent(other, each -> similarity(word, each)));
            }
            sum += most;
        }
        double found = sum / words.size();
        double used = Math.min(1, sum / named.size());
        double byWords = found < MIN_SCORE ? 0 : WORDS_SHARE * found + (1 - WORDS_SHARE) * used;
        return Math.max(byWords, joined(name));
    }

    /** Whether the text is the name with other hyphens. */
    private double joined(String name) {
        return Math.abs(name.length() - text.length()) < MAX_WORDS
                        && name.replace("-", "").equals(text.replace("-", ""))
                ? 1
                : 0;
    }

    private static double similarity(String word, String other) {
        if (word.equals(other)) {
            return 1;
        }
        if (DIGIT.matcher(word).find()) {
            return 0; // Another number is another thing.
        }
        if (word.length() >= MIN_PREFIX_LENGTH && other.startsWith(word)) {
            return PREFIX;
        }
        int errors = Math.min(2, Math.min(word.length(), other.length()) / LETTERS_PER_ERROR);
        if (errors == 0 || Math.abs(word.length() - other.length()) > errors) {
            return 0;
        }
        int distance = EditDistance.between(word, other);
        return distance > errors ? 0 : distance == 1 ? ONE_ERROR : TWO_ERRORS;
    }
}
