package dev.throughline.memory.topic;

import java.util.Locale;
import java.util.Optional;

/** What a topic is about. */
public enum TopicType {
    /** Who the person is: role, knowledge, what they like. */
    USER,
    /** How they want work done, corrections as well as what they confirmed. */
    FEEDBACK,
    /** What goes on around the code and cannot be read from it: aims, dates, people, decisions. */
    PROJECT,
    /** Where to look outside: trackers, dashboards, documents. */
    REFERENCE;

    /** The name as it stands in front matter. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type that a word names. */
    public static Optional<TopicType> of(String word) {
        for (TopicType type : values()) {
            if (type.word().equals(word.strip().toLowerCase(Locale.ROOT))) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
