package dev.throughline.workingset;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Paths as text, without access to a file system. */
public final class FilePath {
    /** The beginning of a path that does not depend on the folder, or that only the shell can resolve: {@code $X/a}. */
    private static final Pattern ABSOLUTE = Pattern.compile("[/\\\\~$`]|-\\z|[A-Za-z]:[/\\\\]|[a-z]{1,20}+://");

    /** Segments that may stand for any number of folders, so that a following {@code ..} cannot be resolved. */
    private static final Pattern UNKNOWN = Pattern.compile("\\.\\.\\z|-\\z|~|[^$`]*+[$`]");

    private FilePath() {}

    /**
     * Resolves a path against a folder, with {@code .} and {@code ..} removed where possible: {@code /repo/a} and
     * {@code ../b/x} give {@code /repo/b/x}.
     *
     * @param folder empty if it is not known
     */
    static String join(String folder, String path) {
        return resolved(folder.isEmpty() || isAbsolute(path) ? path : folder + "/" + path);
    }

    /** Whether a path means the same file in every folder. */
    public static boolean isAbsolute(String path) {
        return ABSOLUTE.matcher(path).lookingAt();
    }

    /** The last two segments of a path, or the only one. */
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
