package dev.throughline.workingset;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Paths as text, without a look at any disk. */
public final class FilePath {
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

    /** Whether a path leads to the same file from every folder, as far as its text tells. */
    public static boolean isAbsolute(String path) {
        return ABSOLUTE.matcher(path).lookingAt();
    }

    /** The last two segments of a path, or its name if there is no more. */
    public static String end(String path) {
        String slashed = path.replace('\\', '/');
        int name = slashed.lastIndexOf('/');
        int folder = slashed.lastIndexOf('/', name - 1);
        return slashed.substring(name == 0 ? 1 : folder + 1);
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
