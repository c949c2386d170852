package dev.throughline.search.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The lines of a chunk that say most about what was looked for. */
public final class Snippet {
    private Snippet() {}

    /**
     * Whole lines of the text, at most {@code most} characters, around the line with the most different words of the
     * query; a line that is longer than that is cut around its first such word. Without any, the beginning.
     */
    public static String of(String text, Words query, int most) {
        String whole = text.strip();
        if (whole.length() <= most) {
            return whole;
        }
        Set<String> wanted = new HashSet<>(query.stems());
        List<String> lines = whole.lines().toList();
        int best = best(lines, wanted);
        if (lines.get(best).length() > most) {
            return around(lines.get(best), wanted, most);
        }
        return grow(lines, best, most);
    }

    private static int best(List<String> lines, Set<String> wanted) {
        int best = 0;
        long most = 0;
        for (int i = 0; i < lines.size(); i++) {
            long found = Words.of(lines.get(i)).stems().stream()
                    .distinct()
                    .filter(wanted::contains)
                    .count();
            if (found > most) {
                most = found;
                best = i;
            }
        }
        return best;
    }

    /** Adds lines after and before, in turn, as long as they fit. */
    private static String grow(List<String> lines, int best, int most) {
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
        return String.join("\n", lines.subList(from, to));
    }

    private static String around(String line, Set<String> wanted, int most) {
        int step = Math.max(1, most / 4);
        int best = 0;
        long found = -1;
        for (int from = 0; from == 0 || from + most - step < line.length(); from += step) {
            String part = line.substring(from, Math.min(line.length(), from + most));
            long here = Words.of(part).stems().stream()
                    .distinct()
                    .filter(wanted::contains)
                    .count();
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
