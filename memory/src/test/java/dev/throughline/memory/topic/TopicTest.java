package dev.throughline.memory.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.workspace.MemoryPath;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TopicTest {
    private static final MemoryPath PATH = new MemoryPath("topics/user_role.md");

    @Test
    void a_page_with_front_matter_is_a_topic() {
        assertEquals(
                new Topic(PATH, Optional.of(TopicType.USER), "role", "what they do", "A geologist.\n"),
                Topic.of(PATH, "---\nname: role\ndescription: what they do\ntype: User\n---\nA geologist.\n"));
    }

    @Test
    void without_front_matter_it_has_the_name_of_its_file() {
        assertEquals(new Topic(PATH, Optional.empty(), "user_role", "", "By hand.\n"), Topic.of(PATH, "By hand.\n"));
        assertEquals(Optional.empty(), Topic.of(PATH, "---\ntype: other\n---\n").type());
    }
}
