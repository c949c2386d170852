package dev.throughline.memory.metadata;

import java.util.Locale;

/** Who wrote a part of the metadata of a session. */
public enum MetadataSource {
    HELPER_MODEL,
    RULES,
    PERSON;

    /** The name in files and views. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static MetadataSource of(String word) {
        for (MetadataSource source : values()) {
            if (source.word().equals(word)) {
                return source;
            }
        }
        throw new IllegalArgumentException("expected helper_model, rules or person, found '" + word + "'");
    }
}
