package dev.throughline.engine.recall;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Splits a text into search terms.
 *
 * <pre>
 *   parseHTTPHeader2   parsehttpheader2, parse, http, header, 2
 *   max_body_bytes     max_body_bytes, max, body, bytes
 *   日本語              日本, 本語
 * </pre>
 *
 * <p>Terms are in lower case. An identifier is a term, and so is each of its parts. Chinese, Japanese and Korean have
 * no spaces between words, so every pair of characters is a term.
 */
final class RecallTerms {
    /** Longer words are usually keys, hashes or base64; only their beginning is a term. */
    private static final int MAX_LENGTH = 64;

    /** Words that do not help a search. */
    private static final Set<String> COMMON = Set.of(
            "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "does", "for", "from", "has", "have",
            "how", "i", "if", "in", "is", "it", "its", "me", "my", "not", "of", "on", "or", "please", "so", "that",
            "the", "then", "there", "this", "to", "was", "we", "what", "when", "where", "which", "why", "will", "with",
            "you", "your");

    private final String text;
    private final Consumer<String> sink;

    private RecallTerms(String text, Consumer<String> sink) {
        this.text = text;
        this.sink = sink;
    }

    /** Passes every term of a text to a consumer, in order, as often as it occurs. */
    static void in(String text, Consumer<String> sink) {
        new RecallTerms(text, sink).readAll();
    }

    /** The terms of a query, each once, without common words unless there are no others. */
    static List<String> ofQuery(String query) {
        Set<String> all = new LinkedHashSet<>();
        in(query, all::add);
        List<String> rare = all.stream().filter(term -> !COMMON.contains(term)).toList();
        return rare.isEmpty() ? List.copyOf(all) : rare;
    }

    private void readAll() {
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (isUnspaced(point)) {
                at = readUnspaced(at);
            } else if (isWord(point)) {
                at = readWord(at);
            } else {
                at += Character.charCount(point);
            }
        }
    }

    /** Reads a run of characters without spaces between words, and returns its end. */
    private int readUnspaced(int from) {
        int at = from;
        int before = -1;
        while (at < text.length() && isUnspaced(text.codePointAt(at))) {
            int point = text.codePointAt(at);
            if (before >= 0) {
                sink.accept(Character.toString(before) + Character.toString(point));
            }
            before = point;
            at += Character.charCount(point);
        }
        if (text.codePointCount(from, at) == 1) {
            sink.accept(text.substring(from, at));
        }
        return at;
    }

    /** Reads a word, and returns its end. */
    private int readWord(int from) {
        int to = from;
        while (to < text.length()) {
            int point = text.codePointAt(to);
            if (!isWord(point) || isUnspaced(point)) {
                break;
            }
            to += Character.charCount(point);
        }
        accept(from, to);
        readParts(from, to);
        return to;
    }

    private void readParts(int from, int to) {
        int start = from;
        for (int i = from + 1; i < to; i++) {
            if (isPartStart(i, to)) {
                addPart(start, i, from, to);
                start = i;
            }
        }
        addPart(start, to, from, to);
    }

    private void addPart(int start, int end, int from, int to) {
        int first = start;
        while (first < end && text.charAt(first) == '_') {
            first++;
        }
        boolean isWhole = first == from && end == to;
        if (first < end && !isWhole) {
            accept(first, end);
        }
    }

    /** Whether a part of an identifier begins here: at an underscore, a capital, or between digit and letter. */
    private boolean isPartStart(int at, int to) {
        char before = text.charAt(at - 1);
        char here = text.charAt(at);
        boolean isCapital = Character.isUpperCase(here)
                && (Character.isLowerCase(before)
                        || (Character.isUpperCase(before)
                                && at + 1 < to
                                && Character.isLowerCase(text.charAt(at + 1))));
        boolean isDigitChange = Character.isDigit(here) != Character.isDigit(before) && before != '_';
        return here == '_' || isCapital || isDigitChange;
    }

    private void accept(int from, int to) {
        sink.accept(text.substring(from, Math.min(to, from + MAX_LENGTH)).toLowerCase(Locale.ROOT));
    }

    private static boolean isWord(int point) {
        return Character.isLetterOrDigit(point) || point == '_';
    }

    private static boolean isUnspaced(int point) {
        if (point < 0x1100) {
            return false;
        }
        return switch (Character.UnicodeScript.of(point)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
            default -> false;
        };
    }
}
