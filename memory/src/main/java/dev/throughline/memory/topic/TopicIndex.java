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
 * The index of topics in {@code MEMORY.md}: lines that link to a topic, under their own heading.
 *
 * <pre>
 *   ## Topics
 *   - [review style](topics/feedback_review_style.md): how this person wants reviews written
 * </pre>
 *
 * <p>Only lines of this form belong to the index, wherever a person has moved them. A line that a person reworded is
 * not changed when its topic changes. The rest of the page is not touched.
 */
final class TopicIndex {
    static final String HEADING = "## Topics";

    private static final int MAX_DESCRIPTION_LENGTH = 150;
    private static final Pattern LINE = Pattern.compile("^\\s*[-*] \\[[^\\]]*]\\(([^)\\s]+)\\).*$");

    private final List<String> lines;
    private final boolean endsWithNewline;

    TopicIndex(String page) {
        this.lines = new ArrayList<>(page.lines().toList());
        this.endsWithNewline = page.isEmpty() || page.endsWith("\n");
    }

    static String line(Topic topic) {
        // A person may have edited the page, so its texts were not checked.
        String description = TextCut.to(SafeText.line(topic.description()), MAX_DESCRIPTION_LENGTH);
        String name = TextCut.to(SafeText.line(topic.name()), MAX_DESCRIPTION_LENGTH)
                .replaceAll("[\\[\\]()]", " ")
                .replaceAll("\\s+", " ")
                .strip();
        return "- [" + name + "](" + topic.path() + ")" + (description.isBlank() ? "" : ": " + description.strip());
    }

    /** The page that a line of the index links to; empty if it is not such a line. */
    static Optional<String> path(String line) {
        Matcher matcher = LINE.matcher(line);
        // A line with a source was learnt, even if it looks like a link.
        return matcher.matches() && LineSource.of(line).isEmpty() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static boolean isOf(String line, MemoryPath path) {
        return path(line).filter(path.text()::equals).isPresent();
    }

    /** Adds or updates the line of a topic. A line that differs from {@code before}, the last generated line, stays. */
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

    /** Marks the lines of the page that new lines replace. */
    void supersede(List<String> newLines, LineSource by) {
        List<String> marked = Supersession.marked(String.join("\n", lines), newLines, by)
                .lines()
                .toList();
        for (int i = 0; i < marked.size(); i++) {
            lines.set(i, marked.get(i));
        }
    }

    /** Inserts a line at the end of the section, which is created if it is missing. */
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
        return String.join("\n", lines) + (endsWithNewline ? "\n" : "");
    }
}
