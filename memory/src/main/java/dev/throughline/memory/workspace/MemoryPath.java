package dev.throughline.memory.workspace;

import dev.throughline.model.ProxyException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The path of a Markdown page inside a workspace, such as {@code topics/feedback_review.md}.
 *
 * <p>It is relative, uses {@code /}, ends with {@code .md}, and no segment begins with a dot. So it can name neither a
 * file outside nor a file under {@code .history}. {@link Workspace} refuses symbolic links.
 */
public record MemoryPath(String text) implements Comparable<MemoryPath> {
    public static final int MAX_SEGMENTS = 8;

    /** File systems allow 255, and the name of a temporary file is a few bytes longer. */
    public static final int MAX_SEGMENT_BYTES = 200;

    /** The curated facts and the index of topics. */
    public static final MemoryPath MEMORY = new MemoryPath("MEMORY.md");

    /** The summary that a new session is shown. */
    public static final MemoryPath SUMMARY = new MemoryPath("memory_summary.md");

    /** The memories of all rollouts, one section per session. */
    public static final MemoryPath RAW = new MemoryPath("raw_memories.md");

    public MemoryPath {
        String problem = problem(text);
        if (!problem.isEmpty()) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "memory_path",
                    "'" + text.replaceAll("\\p{Cntrl}", "?") + "' is not the path of a page: " + problem
                            + ". Pass the path of a Markdown file inside the memory folder, such as topics/review.md.");
        }
    }

    private static String problem(String text) {
        if (!text.endsWith(".md")) {
            return "it does not end with .md";
        }
        if (text.indexOf('\\') >= 0 || text.chars().anyMatch(c -> Character.isISOControl(c) || c == 0xFFFD)) {
            return "it contains a character that is not allowed";
        }
        String[] segments = text.split("/", -1);
        for (String segment : segments) {
            if (segment.isEmpty() || segment.startsWith(".") || segment.equals("~") || isDrive(segment)) {
                return "'" + segment + "' is not allowed as the name of a folder or file";
            }
            if (isLong(segment)) {
                return "a name has more than " + MAX_SEGMENT_BYTES + " bytes";
            }
        }
        return segments.length > MAX_SEGMENTS ? "it has more than " + MAX_SEGMENTS + " segments" : "";
    }

    /** On some systems this is the root of a disk. */
    private static boolean isDrive(String segment) {
        return segment.length() >= 2 && segment.charAt(1) == ':' && Character.isLetter(segment.charAt(0));
    }

    /** A char has at most three bytes, so the bytes of most names need not be counted. */
    private static boolean isLong(String segment) {
        return segment.length() * 3 > MAX_SEGMENT_BYTES
                && segment.getBytes(StandardCharsets.UTF_8).length > MAX_SEGMENT_BYTES;
    }

    /** Whether a text is a valid path. */
    public static boolean isPath(String text) {
        return problem(text).isEmpty();
    }

    List<String> segments() {
        return List.of(text.split("/"));
    }

    /** The last segment without {@code .md}. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1, text.length() - ".md".length());
    }

    /** Whether it is below a folder of the workspace. */
    public boolean isUnder(String folder) {
        return text.startsWith(folder + "/");
    }

    @Override
    public int compareTo(MemoryPath other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
