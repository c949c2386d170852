package dev.throughline.memory.topic;

import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The index of topics in the text of {@code MEMORY.md}: lines that link to a topic, under a heading of their own.
 *
 * <pre>
 *   ## Topics
 *   - [review style](topics/feedback_review_style.md): how this person wants reviews written
 * </pre>
 *
 * <p>Only lines of this shape are ours, wherever in the page a person has moved them. A line that was reworded keeps
 * its words when its topic changes, since we wrote only what we would write again; everything else in the page is
 * not touched.
 */
final class TopicIndex {
    static final String HEADING = "## Topics";

    private static final int MAX_DESCRIPTION_LENGTH = 150;
    private static final Pattern LINE = Pattern.compile("^\\s*[-*] \\[[^\\]]*]\\(([^)\\s]+)\\).*$");

    private final List<String> lines;
    private final boolean hasLastEnd;

    TopicIndex(String page) {
        this.lines = new ArrayList<>(page.lines().toList());
        this.hasLastEnd = page.isEmpty() || page.endsWith("\n");
    }

    static String line(Topic topic) {
        // What stands in a file may have come from an editor, and so from anywhere.
        String description = TextCut.to(SafeText.line(topic.description()), MAX_DESCRIPTION_LENGTH);
        String name = TextCut.to(SafeText.line(topic.name()), MAX_DESCRIPTION_LENGTH)
                .replaceAll("[\\[\\]()]", " ")
                .replaceAll("\\s+", " ")
                .strip();
        return "- [" + name + "](" + topic.path() + ")" + (description.isBlank() ? "" : ": " + description.strip());
    }

    /** The page that a line of the index is about. */
    static Optional<String> path(String line) {
        Matcher matcher = LINE.matcher(line);
        // A line with a source was learnt, whatever its words look like.
        return matcher.matches() && LineSource.of(line).isEmpty() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static boolean isOf(String line, MemoryPath path) {
        return path(line).filter(path.text()::equals).isPresent();
    }

    /** Has a line for a topic; {@code before} is what we wrote for it last, or empty. */
    void put(Topic topic, String before) {
        for (int i = 0; i < lines.size(); i++) {
            if (isOf(lines.get(i), topic.path())) {
                if (lines.get(i).equals(before)) {
                    lines.set(i, line(topic));
                }
                return;
            }
        }
        insert(line(topic));
    }

    void remove(MemoryPath path) {
        lines.removeIf(line -> isOf(line, path));
    }

    /** Marks what lines of the page say that others replace; lines of the index are none of these. */
    void supersede(List<String> fresh, LineSource by) {
        List<String> marked =
                Supersession.marked(String.join("\n", lines), fresh, by).lines().toList();
        for (int i = 0; i < marked.size(); i++) {
            lines.set(i, marked.get(i));
        }
    }

    /** Behind the last line of the index, or of the section. */
    private void insert(String line) {
        int heading = lines.indexOf(HEADING);
        if (heading < 0) {
            if (!lines.isEmpty() && !lines.getLast().isBlank()) {
                lines.add("");
            }
            lines.add(HEADING);
            lines.add(line);
            return;
        }
        int at = heading + 1;
        int last = heading;
        while (at < lines.size() && !lines.get(at).startsWith("#")) {
            if (!lines.get(at).isBlank()) {
                last = at;
            }
            at++;
        }
        lines.add(last + 1, line);
    }

    String text() {
        if (lines.isEmpty()) {
            return "";
        }
        return String.join("\n", lines) + (hasLastEnd ? "\n" : "");
    }
}
