package dev.throughline.memory.workspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Merges two changed versions of one text, line by line.
 *
 * <pre>
 *   base     a  b  c  d         the common base
 *   theirs   a  B  c  d         a person changed b
 *   ours     a  b  c  d  e      a program added e
 *   merged   a  B  c  d  e
 * </pre>
 *
 * <p>Where both changed the same lines, both versions are kept, theirs first. Every line of theirs is in the result; a
 * line of ours is left out only if they have it too. There are no conflict marks: memory is lists of lines, and two
 * contradicting lines are easier to read than marks.
 */
final class ThreeWayMerge {
    /** With more pairs of lines to compare, the differing middle of two texts counts as one change. */
    private static final long MAX_PAIRS = 16_000_000;

    private ThreeWayMerge() {}

    static String of(String base, String theirs, String ours) {
        if (theirs.equals(ours) || base.equals(ours)) {
            return theirs;
        }
        if (base.equals(theirs)) {
            return ours;
        }
        return joined(walk(lines(base), lines(theirs), lines(ours)));
    }

    /** Lines with their ends. */
    static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
    }

    private static List<String> walk(List<String> base, List<String> theirs, List<String> ours) {
        int[] inTheirs = matches(base, theirs);
        int[] inOurs = matches(base, ours);
        List<String> out = new ArrayList<>();
        int b = 0;
        int t = 0;
        int o = 0;
        for (int i = 0; i <= base.size(); i++) {
            boolean isEnd = i == base.size();
            if (!isEnd && (inTheirs[i] < 0 || inOurs[i] < 0)) {
                continue; // Not a line that all three have.
            }
            int nextT = isEnd ? theirs.size() : inTheirs[i];
            int nextO = isEnd ? ours.size() : inOurs[i];
            region(out, base.subList(b, i), theirs.subList(t, nextT), ours.subList(o, nextO));
            if (!isEnd) {
                out.add(base.get(i));
                b = i + 1;
                t = nextT + 1;
                o = nextO + 1;
            }
        }
        return out;
    }

    /** Merges what is between two lines that all three have. */
    private static void region(List<String> out, List<String> base, List<String> theirs, List<String> ours) {
        if (theirs.equals(base)) {
            out.addAll(ours);
            return;
        }
        out.addAll(theirs);
        if (!ours.equals(base) && !ours.equals(theirs)) {
            Set<String> known = new HashSet<>();
            base.forEach(line -> known.add(line.strip()));
            theirs.forEach(line -> known.add(line.strip()));
            ours.stream().filter(line -> !known.contains(line.strip())).forEach(out::add);
        }
    }

    private static String joined(List<String> lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(lines.get(i));
            if (i + 1 < lines.size() && !lines.get(i).endsWith("\n")) {
                text.append('\n');
            }
        }
        return text.toString();
    }

    /** For each line of one list its position in the other, or -1: a longest common subsequence. */
    static int[] matches(List<String> one, List<String> other) {
        int[] positions = new int[one.size()];
        Arrays.fill(positions, -1);
        int start = 0;
        int shorter = Math.min(one.size(), other.size());
        while (start < shorter && one.get(start).equals(other.get(start))) {
            positions[start] = start;
            start++;
        }
        int end = 0;
        while (end < shorter - start && one.get(one.size() - 1 - end).equals(other.get(other.size() - 1 - end))) {
            positions[one.size() - 1 - end] = other.size() - 1 - end;
            end++;
        }
        middle(positions, one.subList(start, one.size() - end), other.subList(start, other.size() - end), start);
        return positions;
    }

    private static void middle(int[] positions, List<String> one, List<String> other, int offset) {
        if ((long) one.size() * other.size() > MAX_PAIRS) {
            return;
        }
        int[][] lengths = new int[one.size() + 1][other.size() + 1];
        for (int i = one.size() - 1; i >= 0; i--) {
            for (int j = other.size() - 1; j >= 0; j--) {
                lengths[i][j] = one.get(i).equals(other.get(j))
                        ? lengths[i + 1][j + 1] + 1
                        : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            if (one.get(i).equals(other.get(j))) {
                positions[offset + i++] = offset + j++;
            } else if (lengths[i + 1][j] >= lengths[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
    }
}
