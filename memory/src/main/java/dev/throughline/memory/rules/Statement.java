package dev.throughline.memory.rules;

import dev.throughline.memory.topic.TopicType;

/**
 * Something that a person said and that a later session should know.
 *
 * @param type what it is about
 * @param text their words, without what opens them; relative dates are dates
 * @param handle of the message that says it
 */
public record Statement(TopicType type, String text, String handle) {}
