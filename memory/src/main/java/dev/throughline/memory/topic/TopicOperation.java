package dev.throughline.memory.topic;

import dev.throughline.memory.workspace.MemoryPath;

/** What is to become of a topic. */
public sealed interface TopicOperation {
    /** A new topic; if there is one of this name and type, its text goes on with this. */
    record Create(TopicType type, String name, String description, String body) implements TopicOperation {}

    /** Another description and text; an empty one leaves what is there. */
    record Update(MemoryPath path, String description, String body) implements TopicOperation {}

    /** Lines anywhere in memory that say this are marked as superseded; nothing takes their place. */
    record Revoke(String text) implements TopicOperation {}

    /** No longer true or of use. */
    record Delete(MemoryPath path) implements TopicOperation {}
}
