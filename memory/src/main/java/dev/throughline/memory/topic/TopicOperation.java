package dev.throughline.memory.topic;

import dev.throughline.memory.workspace.MemoryPath;

/** A wanted change of a topic. */
public sealed interface TopicOperation {
    /** Creates a topic, or adds the body to the topic with this type and name. */
    record Create(TopicType type, String name, String description, String body) implements TopicOperation {}

    /** Replaces the description and the body; an empty one stays as it is. */
    record Update(MemoryPath path, String description, String body) implements TopicOperation {}

    /** Marks the lines of all memory that say this as superseded, without a replacement. */
    record Revoke(String text) implements TopicOperation {}

    /** Deletes a topic that is no longer true or useful. */
    record Remove(MemoryPath path) implements TopicOperation {}
}
