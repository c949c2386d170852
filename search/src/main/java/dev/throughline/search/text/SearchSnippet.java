package dev.throughline.search.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a chunk that say most about what was looked for.
 *
 * <p>A word of the query is seen where a word of the text begins as its stem does and does not go on much longer. That
 * takes one look at each word and no stemming: to take the ten texts of an answer apart as the index does took longer
 * than the search itself.
 *
 * @param from how many lines of the chunk come before it
 * @param lines how many it has
 */
public record SearchSnippet(String text, int from, int lines) {
    /** How much longer than a stem a form of the word may be, as in normal, normalization. */
    private static final int MAX_SUFFIX_LENGTH = 7;

    /**
     * Whole lines of the text, at most {@code most} characters, around the line with the most different words of the
     * query; a line that is longer than that is cut around its first such word. Without any, the beginning.
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

    /** The stems that say something; a last i may stand for a y. At most as many as there are bits in a long. */
    private static List<String> wanted(SearchTerms query) {
        boolean isAllCommon = query.exact().stream().allMatch(SearchTerms::isCommon);
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < query.stems().size() && wanted.size() < Long.SIZE; i++) {
            String stem = query.stems().get(i);
            String start = stem.length() > 3 && stem.endsWith("i") ? stem.substring(0, stem.length() - 1) : stem;
            if ((isAllCommon || !SearchTerms.isCommon(query.exact().get(i))) && !wanted.contains(start)) {
                wanted.add(start);
            }
        }
        return wanted;
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

    /** Which of the wanted begin in a stretch, as bits. */
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

    /** Whether a word begins: after what is no word, at a capital letter inside of one, or anywhere without spaces. */
    private static boolean isStart(String line, int at) {
        char c = line.charAt(at);
        if (!Character.isLetterOrDigit(c)) {
            return false;
        }
        if (at == 0 || !Character.isLetterOrDigit(line.charAt(at - 1)) || Scripts.isUnspaced(c)) {
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
        if (longest >= line.length() || Scripts.isUnspaced(start.codePointAt(0))) {
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
        return whole(line, best, Math.min(line.length(), best + most));
    }

    /** The stretch without halves of surrogate pairs at its ends. */
    private static String whole(String line, int from, int to) {
        int start = from < line.length() && Character.isLowSurrogate(line.charAt(from)) ? from + 1 : from;
        int end = to > start && Character.isHighSurrogate(line.charAt(to - 1)) ? to - 1 : to;
        return line.substring(start, end).strip();
    }
}
