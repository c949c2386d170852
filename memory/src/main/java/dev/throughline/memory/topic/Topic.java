package dev.throughline.memory.topic;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import java.util.Optional;

/**
 * One memory as its file says.
 *
 * @param type empty if the file does not say, or says something unknown
 * @param name the file's name if it does not say
 */
public record Topic(MemoryPath path, Optional<TopicType> type, String name, String description, String body) {
    static Topic of(Page page) {
        FrontMatter matter = FrontMatter.of(page.text());
        String name = matter.field("name");
        return new Topic(
                page.path(),
                TopicType.of(matter.field("type")),
                name.isEmpty() ? page.path().name() : name,
                matter.field("description"),
                matter.body());
    }
}
