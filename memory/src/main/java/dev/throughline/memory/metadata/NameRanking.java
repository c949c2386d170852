package dev.throughline.memory.metadata;

import dev.throughline.model.text.EditDistance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares a text with names. Each word of the text counts as much as the most similar word of the name: fully if it is
 * the same, less if it is the beginning of that word or differs in a letter or two. More than half of the words must be
 * found. A name with few other words is better than one with many.
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

    private final String withoutHyphens;
    private final List<Word> words;

    NameRanking(String text) {
        String name = SessionName.normalised(text);
        this.withoutHyphens = name.replace("-", "");
        this.words = words(name).stream().map(Word::new).toList();
    }

    private static List<String> words(String normalised) {
        if (normalised.isEmpty()) {
            return List.of();
        }
        List<String> words = Arrays.asList(normalised.split("-", -1));
        return words.size() > MAX_WORDS ? words.subList(0, MAX_WORDS) : words;
    }

    /**
     * The eligible candidates that the text means, best first: the best one and those that are nearly as good.
     *
     * @param name the name of a candidate, in kebab case
     * @param order of candidates that are equally good
     * @param isEligible is asked only about candidates that are good enough to be among the result
     * @param most the most candidates in the result
     */
    <T> List<T> best(
            Stream<T> candidates, Function<T, String> name, Comparator<T> order, Predicate<T> isEligible, int most) {
        record Scored<T>(T candidate, double score) {}
        List<Scored<T>> scored = candidates
                .map(each -> new Scored<>(each, score(name.apply(each))))
                .filter(each -> each.score() >= MIN_SCORE)
                .sorted(Comparator.comparingDouble((Scored<T> each) -> each.score())
                        .reversed()
                        .thenComparing(Scored::candidate, order))
                .toList();
        List<T> best = new ArrayList<>();
        double highest = 0;
        for (Scored<T> each : scored) {
            if (best.size() == most || highest - each.score() >= NEARLY_EQUAL) {
                break;
            }
            if (isEligible.test(each.candidate())) {
                highest = Math.max(highest, each.score());
                best.add(each.candidate());
            }
        }
        return best;
    }

    /** From 0 to 1. */
    double score(String name) {
        List<String> named = words(name);
        if (words.isEmpty() || named.isEmpty()) {
            return 0;
        }
        double sum = 0;
        for (Word word : words) {
            double most = 0;
            for (String other : named) {
                most = Math.max(most, word.similarity(other));
            }
            sum += most;
        }
        double found = sum / words.size();
        double used = Math.min(1, sum / named.size());
        double byWords = found <= MIN_SCORE ? 0 : WORDS_SHARE * found + (1 - WORDS_SHARE) * used;
        return Math.max(byWords, joined(name));
    }

    /** 1 if the text is the name with other hyphens, otherwise 0. */
    private double joined(String name) {
        int at = 0;
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (letter != '-') {
                if (at == withoutHyphens.length() || withoutHyphens.charAt(at) != letter) {
                    return 0;
                }
                at++;
            }
        }
        return at == withoutHyphens.length() ? 1 : 0;
    }

    /** A word of the text. Names share many words, so what was computed for each of them is remembered. */
    private static final class Word {
        private final String letters;
        private final boolean hasDigit;
        private final Map<String, Double> known = new HashMap<>();

        Word(String letters) {
            this.letters = letters;
            this.hasDigit = hasDigit(letters);
        }

        private static boolean hasDigit(String word) {
            return DIGIT.matcher(word).find();
        }

        double similarity(String other) {
            if (letters.equals(other)) {
                return 1;
            }
            if (hasDigit) {
                return 0; // Another number is another thing.
            }
            if (letters.length() >= MIN_PREFIX_LENGTH && other.startsWith(letters)) {
                return PREFIX;
            }
            int errors = Math.min(2, Math.min(letters.length(), other.length()) / LETTERS_PER_ERROR);
            return errors == 0 || Math.abs(letters.length() - other.length()) > errors
                    ? 0
                    : known.computeIfAbsent(other, each -> hasDigit(each) ? 0 : withErrors(each, errors));
        }

        private double withErrors(String other, int errors) {
            int distance = EditDistance.between(letters, other);
            return distance > errors ? 0 : distance == 1 ? ONE_ERROR : TWO_ERRORS;
        }
    }
}
