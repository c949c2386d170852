package dev.throughline.engine.recall;

import dev.throughline.model.text.TextCut;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The part of a long text that matches a query: whole lines with the rarest terms of the query.
 *
 * <pre>
 *   terms    vault, opens
 *   text     Item 29 …⏎ The vault opens with 4711.⏎ Item 31 …
 *   excerpt  from the start of a line to the end of a line, within the limit
 * </pre>
 *
 * <p>If a single line is longer than the limit, the excerpt is the characters around the first term.
 *
 * @param from the index of the first character
 * @param to the index after the last character
 */
record RecallExcerpt(int from, int to) {
    /** In a line that is too long, a quarter of the excerpt is before the term. */
    private static final int BEFORE_DIVISOR = 4;

    /** The number of lines to add before and after the lines with a term. */
    private static final int CONTEXT_LINES = 2;

    /** How many terms of a long query, such as a pasted file, are searched one by one. */
    private static final int MAX_TERMS = 64;

    /** A query: its terms in order, and the index that contains their rarity. */
    record ExcerptQuery(SequencedSet<String> terms, KeywordFinder index) {
        static ExcerptQuery of(String query, KeywordFinder index) {
            return new ExcerptQuery(new LinkedHashSet<>(RecallTerms.ofQuery(query)), index);
        }

        private double score(String line) {
            double[] score = new double[1];
            Set<String> counted = new HashSet<>();
            RecallTerms.in(line, term -> {
                if (terms.contains(term) && counted.add(term)) {
                    score[0] += index.rarity(term);
                }
            });
            return score[0];
        }
    }

    /** The best excerpt of a text of at most {@code limit} characters; the whole text if it is not longer. */
    static RecallExcerpt of(String text, ExcerptQuery query, int limit) {
        if (text.length() <= limit) {
            return new RecallExcerpt(0, text.length());
        }
        Lines lines = new Lines(text);
        double[] scores = new double[lines.count()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = query.score(text.substring(lines.start(i), lines.end(i)));
        }
        RecallExcerpt best = new RecallExcerpt(0, 0);
        double most = 0;
        double sum = 0;
        int first = 0;
        for (int last = 0; last < scores.length; last++) {
            sum += scores[last];
            while (first <= last && lines.end(last) - lines.start(first) > limit) {
                sum -= scores[first];
                first++;
            }
            if (first <= last && sum > most + 1e-9) {
                most = sum;
                best = new RecallExcerpt(lines.start(first), lines.end(last));
            }
        }
        return most > 0 ? best : aroundTerm(text, query.terms(), limit);
    }

    /**
     * The lines with the terms and a few lines around them, at most {@code limit} characters. If the text contains no
     * term, the excerpt is its beginning.
     */
    static RecallExcerpt matching(String text, ExcerptQuery query, int limit) {
        RecallExcerpt best = of(text, query, limit);
        Lines lines = new Lines(text);
        int first = -1;
        int last = -1;
        for (int i = 0; i < lines.count(); i++) {
            boolean isWithin = lines.start(i) >= best.from && lines.end(i) <= best.to;
            if (isWithin && query.score(text.substring(lines.start(i), lines.end(i))) > 0) {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        return first < 0
                ? best
                : new RecallExcerpt(
                        Math.max(best.from, lines.start(Math.max(0, first - CONTEXT_LINES))),
                        Math.min(best.to, lines.end(Math.min(lines.count() - 1, last + CONTEXT_LINES))));
    }

    String in(String text) {
        return text.substring(from, to);
    }

    private static RecallExcerpt aroundTerm(String text, SequencedSet<String> terms, int limit) {
        String lowerCase = text.toLowerCase(Locale.ROOT);
        int at = terms.stream()
                .limit(MAX_TERMS)
                .mapToInt(lowerCase::indexOf)
                .filter(index -> index >= 0)
                .min()
                .orElse(0);
        int start = Math.max(0, Math.min(at - limit / BEFORE_DIVISOR, text.length() - limit));
        int end = Math.min(text.length(), start + limit);
        return new RecallExcerpt(TextCut.before(text, start), TextCut.before(text, end));
    }

    /** The lines of a text. */
    private static final class Lines {
        private final int[] starts;
        private final int length;

        Lines(String text) {
            IntStream lineFeeds = IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '\n');
            this.starts =
                    IntStream.concat(IntStream.of(0), lineFeeds.map(i -> i + 1)).toArray();
            this.length = text.length();
        }

        int count() {
            return starts.length;
        }

        int start(int line) {
            return starts[line];
        }

        /** The end of a line without its line feed. */
        int end(int line) {
            return line + 1 < starts.length ? starts[line + 1] - 1 : length;
        }
    }
}
