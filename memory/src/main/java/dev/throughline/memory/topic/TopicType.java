package dev.throughline.memory.topic;

import java.util.Locale;
import java.util.Optional;

/** The subject of a topic. */
public enum TopicType {
    /** The user: role, knowledge, preferences. */
    USER,
    /** How the user wants work to be done: corrections and confirmations. */
    FEEDBACK,
    /** Facts about the project that are not in the code: goals, dates, people, decisions. */
    PROJECT,
    /** Places outside of the project: trackers, dashboards, documents. */
    REFERENCE;

    /** The name in front matter. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<TopicType> of(String word) {
        for (TopicType type : values()) {
            if (type.word().equals(word.strip().toLowerCase(Locale.ROOT))) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
