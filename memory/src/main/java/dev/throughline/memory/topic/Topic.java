package dev.throughline.memory.topic;

import dev.throughline.memory.workspace.MemoryPath;
import java.util.Optional;

/**
 * One memory, as read from its page.
 *
 * @param type empty if the page has none or an unknown one
 * @param name the name of the file if the page has none
 */
public record Topic(MemoryPath path, Optional<TopicType> type, String name, String description, String body) {
    static Topic of(MemoryPath path, String text) {
        FrontMatter matter = FrontMatter.of(text);
        String name = matter.field("name");
        return new Topic(
                path,
                TopicType.of(matter.field("type")),
                name.isEmpty() ? path.name() : name,
                matter.field("description"),
                matter.body());
    }
}
