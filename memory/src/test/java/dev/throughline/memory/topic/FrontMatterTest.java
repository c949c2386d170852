package dev.throughline.memory.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FrontMatterTest {
    @Test
    void written_front_matter_is_read_again_with_unknown_lines() {
        String page = "---\nname: \"a: b\"\ntags:\n  - one\ntype: user\n---\nbody\n---\nmore";
        FrontMatter matter = FrontMatter.of(page);
        assertEquals("a: b", matter.field("name"));
        assertEquals("user", matter.field("type"));
        assertEquals(List.of("  - one"), matter.others());
        assertEquals("body\n---\nmore", matter.body());
        assertEquals(matter, FrontMatter.of(matter.format()));
    }

    @Test
    void a_page_without_front_matter_is_all_body() {
        for (String page : List.of("", "text", "---\nname: open", "text\n---\nname: late\n---\n")) {
            assertEquals(new FrontMatter(Map.of(), List.of(), page), FrontMatter.of(page));
        }
    }

    @Test
    void values_that_need_quotes_are_read_again() {
        for (String value : List.of("- x", "#1", "a # b", "[x]", "\"q\" and 'r'", "ends:", "'tis")) {
            FrontMatter matter = new FrontMatter(Map.of(), List.of(), "b").with("name", value);
            assertEquals(value, FrontMatter.of(matter.format()).field("name"));
        }
    }
}
