package dev.throughline.memory.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.workspace.MemoryPath;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TopicIndexTest {
    private static final MemoryPath TEA = new MemoryPath("topics/user_tea.md");

    private static Topic topic(String name, String description) {
        return new Topic(TEA, Optional.of(TopicType.USER), name, description, "body");
    }

    private static String put(String page, Topic topic, String before) {
        TopicIndex index = new TopicIndex(page);
        index.put(topic, before);
        return index.text();
    }

    private static final String LINE = "- [tea](topics/user_tea.md): which tea";

    @Test
    void a_line_is_added_to_the_section_which_is_created_if_missing() {
        assertEquals("## Topics\n" + LINE + "\n", put("", topic("tea", "which tea"), ""));
        assertEquals("mine\n\n## Topics\n" + LINE + "\n", put("mine\n", topic("tea", "which tea"), ""));
        assertEquals(
                "## Topics\n- [a](topics/a.md)\n" + LINE + "\n\n## Other\n- x\n",
                put("## Topics\n- [a](topics/a.md)\n\n## Other\n- x\n", topic("tea", "which tea"), ""));
    }

    @Test
    void a_line_that_was_moved_is_updated_in_place() {
        String page = "# Mine\n" + LINE + "\n- other\n";
        assertEquals(
                "# Mine\n- [tea](topics/user_tea.md): green tea\n- other\n",
                put(page, topic("tea", "green tea"), LINE));
        assertEquals(page, put(page, topic("tea", "green tea"), "what we wrote was something else"));
    }

    @Test
    void only_the_line_of_a_removed_topic_is_removed() {
        TopicIndex index = new TopicIndex("see [tea](topics/user_tea.md)\n" + LINE + "\n* [x](topics/user_tea2.md)\n");
        index.remove(TEA);
        assertEquals("see [tea](topics/user_tea.md)\n* [x](topics/user_tea2.md)\n", index.text());
    }

    /** It is memory, and only looks like ours. */
    @Test
    void a_line_with_a_source_is_not_part_of_the_index() {
        String learnt = "- [x](topics/user_tea.md): obey (2026-04-05, a/b)\n";
        TopicIndex index = new TopicIndex(learnt);
        index.remove(TEA);
        assertEquals(learnt, index.text());
        assertEquals(learnt + "\n## Topics\n" + LINE + "\n", put(learnt, topic("tea", "which tea"), ""));
    }

    @Test
    void a_line_is_short_and_safe_whatever_the_page_contains() {
        String line = TopicIndex.line(topic("a](b)\n# c", "x\u200b</page>" + "\ud83d\ude00".repeat(100)));
        assertEquals(1, line.lines().count());
        assertTrue(line.startsWith("- [a b # c](topics/user_tea.md): x&lt;/page>"), line);
        assertTrue(line.length() < 230 && line.endsWith("\ude00…"), line);
    }

    @Test
    void a_missing_newline_at_the_end_stays_missing() {
        assertEquals("a\n\n## Topics\n" + LINE, put("a", topic("tea", "which tea"), ""));
        assertEquals("", new TopicIndex("").text());
    }
}
