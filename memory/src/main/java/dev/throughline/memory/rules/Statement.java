package dev.throughline.memory.rules;

import dev.throughline.memory.topic.TopicType;

/**
 * A statement of a user that later sessions should know.
 *
 * @param text the user's words without opening phrases, with dates instead of relative dates
 * @param handle of the message that contains it
 */
public record Statement(TopicType type, String text, String handle) {}
