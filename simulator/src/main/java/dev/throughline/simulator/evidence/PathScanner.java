package dev.throughline.simulator.evidence;

import java.util.function.Consumer;

/**
 * Finds file paths in a text and names each by its last two components.
 *
 * <p>A path starts where no letter of a path stands before it, has at least one separator, and ends with a point and an
 * extension of one to eight letters or digits. Of several possible ends the last one counts:
 *
 * <pre>
 *   see src/main/App.java, line 3      main/App.java
 *   C:\work\notes.old.txt              work/notes.old.txt
 *   https://host.example/a/b           /host.example, since neither a nor b has an extension
 * </pre>
 */
final class PathScanner {
    private static final int LONGEST_EXTENSION = 8;

    private PathScanner() {}

    static void find(String text, Consumer<String> taker) {
        int at = 0;
        while (at < text.length()) {
            int end = mayStart(text, at) ? end(text, at) : -1;
            if (end < 0) {
                at++;
            } else {
                taker.accept(name(text, at, end));
                at = end;
            }
        }
    }

    private static boolean mayStart(String text, int at) {
        char c = text.charAt(at);
        return (CharacterClasses.isSeparator(c) || CharacterClasses.isPathStart(c))
                && (at == 0 || !CharacterClasses.isPathStart(text.charAt(at - 1)));
    }

    /** Where the path that starts here ends; -1 when none does. */
    private static int end(String text, int start) {
        int at = start;
        while (at < text.length() && CharacterClasses.isPathStart(text.charAt(at))) {
            at++;
        }
        int best = -1;
        while (at < text.length() && CharacterClasses.isSeparator(text.charAt(at))) {
            int segment = at + 1;
            int next = segment;
            while (next < text.length() && CharacterClasses.isSegment(text.charAt(next))) {
                next++;
            }
            if (next == segment) {
                break;
            }
            int end = extension(text, segment, next);
            best = end < 0 ? best : end;
            at = next;
        }
        return best;
    }

    /** The end of the last extension within a component; its name has at least one letter before the point. */
    private static int extension(String text, int from, int to) {
        for (int point = to - 1; point > from; point--) {
            if (text.charAt(point) != '.') {
                continue;
            }
            int end = point + 1;
            while (end < text.length() && CharacterClasses.isAsciiAlnum(text.charAt(end))) {
                end++;
            }
            int length = end - point - 1;
            boolean isEnd = end == text.length() || !CharacterClasses.isWord(text.charAt(end));
            if (length >= 1 && length <= LONGEST_EXTENSION && isEnd) {
                return end;
            }
        }
        return -1;
    }

    private static String name(String text, int start, int end) {
        int last = end - 1;
        while (!CharacterClasses.isSeparator(text.charAt(last))) {
            last--;
        }
        int first = last - 1;
        while (first >= start && !CharacterClasses.isSeparator(text.charAt(first))) {
            first--;
        }
        return text.substring(Math.max(first + 1, start), last) + "/" + text.substring(last + 1, end);
    }
}
