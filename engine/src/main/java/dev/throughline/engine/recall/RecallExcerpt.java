package dev.throughline.engine.recall;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.Set;

/**
 * The part of a long text that a question is about: the run of whole lines that holds the rarest of its terms.
 *
 * <pre>
 *   terms   vault, opens
 *   text    Item 29 …⏎ The vault opens with 4711.⏎ Item 31 …
 *   part    from the start of a line to the end of one, at most as long as there is room
 * </pre>
 *
 * <p>Where one line alone is longer than the room, it is the letters around the first term.
 *
 * @param from the first character
 * @param to behind the last
 */
record RecallExcerpt(int from, int to) {
    /** Of a line that is too long, this part of the room goes to what stands before the term. */
    private static final int BEFORE = 4;

    /** Lines that are left around those that hold a term. */
    private static final int CONTEXT_LINES = 2;

    /** Of a long question, a pasted file for instance, as many terms are looked for one by one. */
    private static final int MAX_TERMS = 64;

    /**
     * What is asked for.
     *
     * @param terms in the order of the question
     */
    record ExcerptQuery(SequencedSet<String> terms, KeywordFinder index) {
        static ExcerptQuery of(String query, KeywordFinder index) {
            return new ExcerptQuery(new LinkedHashSet<>(RecallTerms.ofQuery(query)), index);
        }

        private double worth(String line) {
            double[] worth = new double[1];
            Set<String> counted = new HashSet<>();
            RecallTerms.in(line, term -> {
                if (terms.contains(term) && counted.add(term)) {
                    worth[0] += index.rarity(term);
                }
            });
            return worth[0];
        }
    }

    /** The best part of a text, at most so many characters; all of it, if it is no longer. */
    static RecallExcerpt of(String text, ExcerptQuery wanted, int room) {
        if (text.length() <= room) {
            return new RecallExcerpt(0, text.length());
        }
        Lines lines = Lines.of(text);
        double[] worth = new double[lines.count()];
        for (int i = 0; i < worth.length; i++) {
            worth[i] = wanted.worth(text.substring(lines.start(i), lines.end(i)));
        }
        RecallExcerpt best = new RecallExcerpt(0, 0);
        double most = 0;
        double sum = 0;
        int first = 0;
        for (int last = 0; last < worth.length; last++) {
            sum += worth[last];
            while (first <= last && lines.end(last) - lines.start(first) > room) {
                sum -= worth[first];
                first++;
            }
            if (first <= last && sum > most + 1e-9) {
                most = sum;
                best = new RecallExcerpt(lines.start(first), lines.end(last));
            }
        }
        return most > 0 ? best : narrow(text, wanted.terms(), room);
    }

    /**
     * The lines that hold the terms, with a few around them, at most so many characters. A text without any of them is
     * shown from its beginning.
     */
    static RecallExcerpt matching(String text, ExcerptQuery wanted, int room) {
        RecallExcerpt best = of(text, wanted, room);
        Lines lines = Lines.of(text);
        int first = -1;
        int last = -1;
        for (int i = 0; i < lines.count(); i++) {
            boolean isWithin = lines.start(i) >= best.from && lines.end(i) <= best.to;
            if (isWithin && wanted.worth(text.substring(lines.start(i), lines.end(i))) > 0) {
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

    private static RecallExcerpt narrow(String text, SequencedSet<String> terms, int room) {
        String plain = text.toLowerCase(Locale.ROOT);
        int at = terms.stream()
                .limit(MAX_TERMS)
                .mapToInt(plain::indexOf)
                .filter(place -> place >= 0)
                .min()
                .orElse(0);
        int start = Math.max(0, Math.min(at - room / BEFORE, text.length() - room));
        int end = Math.min(text.length(), start + room);
        return new RecallExcerpt(border(text, start), border(text, end));
    }

    /** The place, or the one before if it is within a character. */
    static int border(String text, int at) {
        boolean isWithin = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at));
        return isWithin ? at - 1 : at;
    }

    /** Where the lines of a text begin. */
    private static final class Lines {
        private final int[] starts;
        private final int length;

        private Lines(int[] starts, int length) {
            this.starts = starts;
            this.length = length;
        }

        static Lines of(String text) {
            int count = 1 + (int) text.chars().filter(letter -> letter == '\n').count();
            int[] starts = new int[count];
            int line = 1;
            for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
                starts[line++] = i + 1;
            }
            return new Lines(starts, text.length());
        }

        int count() {
            return starts.length;
        }

        int start(int line) {
            return starts[line];
        }

        /** Without its line end. */
        int end(int line) {
            return line + 1 < starts.length ? starts[line + 1] - 1 : length;
        }
    }
}
