package dev.throughline.search.text;

import dev.throughline.model.text.TextCut;
import java.util.List;

/**
 * The lines of a chunk that contain the most words of the query.
 *
 * <p>A word of the text matches if it starts with the stem of a query word and is not much longer. The text is not
 * stemmed: stemming the chunks of ten hits took longer than the search itself.
 *
 * @param from the number of lines of the chunk before the snippet
 * @param lines the number of lines of the snippet
 */
public record SearchSnippet(String text, int from, int lines) {
    /** The most characters after the stem, as in "normal" and "normalization". */
    private static final int MAX_SUFFIX_LENGTH = 7;

    /**
     * Whole lines of the text, at most {@code most} characters, around the line with the most different words of the
     * query; a longer line is cut around its best part. Without any such word, the beginning of the text.
     */
    public static SearchSnippet of(String text, SearchTerms query, int most) {
        String whole = text.strip();
        int before = (int) text.substring(0, text.indexOf(whole))
                .chars()
                .filter(c -> c == '\n')
                .count();
        List<String> lines = whole.lines().toList();
        if (whole.length() <= most) {
            return new SearchSnippet(whole, before, lines.size());
        }
        List<String> wanted = wanted(query);
        int best = best(lines, wanted);
        return lines.get(best).length() > most
                ? new SearchSnippet(around(lines.get(best), wanted, most), before + best, 1)
                : grow(lines, best, most, before);
    }

    /** The stems to look for, at most as many as a long has bits. */
    private static List<String> wanted(SearchTerms query) {
        return query.significantStems().stream()
                .map(SearchSnippet::withoutFinalI)
                .distinct()
                .limit(Long.SIZE)
                .toList();
    }

    /** A final i of a stem may stand for a y in the text. */
    private static String withoutFinalI(String stem) {
        return stem.length() > 3 && stem.endsWith("i") ? stem.substring(0, stem.length() - 1) : stem;
    }

    private static int best(List<String> lines, List<String> wanted) {
        int best = 0;
        int most = 0;
        for (int i = 0; i < lines.size(); i++) {
            int found = Long.bitCount(seen(lines.get(i), 0, lines.get(i).length(), wanted));
            if (found > most) {
                most = found;
                best = i;
            }
        }
        return best;
    }

    /** Which of the wanted stems occur in a range, as bits. */
    private static long seen(String line, int from, int to, List<String> wanted) {
        long seen = 0;
        for (int at = from; at < to; at++) {
            if (isStart(line, at)) {
                for (int i = 0; i < wanted.size(); i++) {
                    seen |= isAt(line, at, wanted.get(i)) ? 1L << i : 0;
                }
            }
        }
        return seen;
    }

    /**
     * Whether a word starts here: after a space or mark, at a capital letter, or anywhere in a script without spaces.
     */
    private static boolean isStart(String line, int at) {
        char c = line.charAt(at);
        if (!Character.isLetterOrDigit(c)) {
            return false;
        }
        if (at == 0 || !Character.isLetterOrDigit(line.charAt(at - 1)) || SearchTerms.isUnspaced(c)) {
            return true;
        }
        boolean isBeforeLower = at + 1 < line.length() && Character.isLowerCase(line.charAt(at + 1));
        return Character.isUpperCase(c) && (isBeforeLower || !Character.isUpperCase(line.charAt(at - 1)));
    }

    private static boolean isAt(String line, int at, String start) {
        if (!line.regionMatches(/* ignoreCase= */ true, at, start, 0, start.length())) {
            return false;
        }
        int longest = at + start.length() + MAX_SUFFIX_LENGTH;
        if (longest >= line.length() || SearchTerms.isUnspaced(start.codePointAt(0))) {
            return true;
        }
        for (int i = at + start.length(); i < longest; i++) {
            if (!Character.isLetterOrDigit(line.charAt(i)) || isStart(line, i)) {
                return true;
            }
        }
        return false;
    }

    /** Adds lines after and before, in turn, as long as they fit. */
    private static SearchSnippet grow(List<String> lines, int best, int most, int before) {
        int from = best;
        int to = best + 1;
        int size = lines.get(best).length();
        boolean grew = true;
        while (grew) {
            grew = false;
            if (to < lines.size() && size + lines.get(to).length() + 1 <= most) {
                size += lines.get(to++).length() + 1;
                grew = true;
            }
            if (from > 0 && size + lines.get(from - 1).length() + 1 <= most) {
                size += lines.get(--from).length() + 1;
                grew = true;
            }
        }
        return new SearchSnippet(String.join("\n", lines.subList(from, to)), before + from, to - from);
    }

    private static String around(String line, List<String> wanted, int most) {
        int step = Math.max(1, most / 4);
        int best = 0;
        int found = -1;
        for (int from = 0; from == 0 || from + most - step < line.length(); from += step) {
            int here = Long.bitCount(seen(line, from, Math.min(line.length(), from + most), wanted));
            if (here > found) {
                found = here;
                best = from;
            }
        }
        int end = Math.min(line.length(), best + most);
        return line.substring(TextCut.after(line, best), TextCut.before(line, end))
                .strip();
    }
}
