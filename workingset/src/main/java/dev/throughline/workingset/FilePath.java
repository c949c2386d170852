package dev.throughline.workingset;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Paths as text, without a look at any disk. */
final class FilePath {
    /** What begins anew wherever it stands, also in a place that only a shell knows: {@code ~/a}, {@code $X}. */
    private static final Pattern ABSOLUTE = Pattern.compile("[/\\\\~$`]|-\\z|[A-Za-z]:[/\\\\]|[a-z]{1,20}+://");

    /** Segments that may be more or less than one folder, so that {@code ..} cannot be resolved after them. */
    private static final Pattern UNKNOWN = Pattern.compile("\\.\\.\\z|-\\z|~|[^$`]*+[$`]");

    private FilePath() {}

    /**
     * A path as seen from a folder, without {@code .} and {@code ..} where the text alone allows it: {@code /repo/a}
     * and {@code ../b/x} give {@code /repo/b/x}.
     *
     * @param folder where a relative path begins; empty if that is not known
     */
    static String join(String folder, String path) {
        boolean isWhole = folder.isEmpty() || ABSOLUTE.matcher(path).lookingAt();
        return resolved(isWhole ? path : folder + "/" + path);
    }

    private static String resolved(String path) {
        if (path.contains("://")) {
            return path;
        }
        boolean isRooted = path.startsWith("/");
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                up(segments, isRooted);
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        String joined = (isRooted ? "/" : "") + String.join("/", segments);
        return joined.isEmpty() ? "." : joined;
    }

    private static void up(Deque<String> segments, boolean isRooted) {
        if (segments.isEmpty() ? !isRooted : UNKNOWN.matcher(segments.getLast()).lookingAt()) {
            segments.addLast("..");
        } else {
            segments.pollLast();
        }
    }
}
