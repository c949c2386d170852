package dev.throughline.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The origin of a session's messages, as a chat gateway named it.
 *
 * @param fields what is known; no value is blank
 */
public record ChatOrigin(ChatType type, Map<OriginField, String> fields) {
    /** The agent of origins that name none. */
    public static final String DEFAULT_AGENT = "main";

    /** The most characters of a value. */
    public static final int MAX_CHARACTERS = 512;

    public ChatOrigin {
        EnumMap<OriginField, String> ordered = new EnumMap<>(OriginField.class);
        ordered.putAll(fields);
        ordered.forEach((field, value) -> {
            if (value.isBlank() || value.codePointCount(0, value.length()) > MAX_CHARACTERS) {
                throw new IllegalArgumentException("The " + field.word() + " of an origin must have 1 to "
                        + MAX_CHARACTERS + " characters; it is '" + value + "'.");
            }
        });
        fields = Collections.unmodifiableMap(ordered);
    }

    public Optional<String> field(OriginField field) {
        return Optional.ofNullable(fields.get(field));
    }

    public String agent() {
        return fields.getOrDefault(OriginField.AGENT, DEFAULT_AGENT);
    }

    /** This origin with another value of a field. */
    public ChatOrigin with(OriginField field, String value) {
        EnumMap<OriginField, String> changed = new EnumMap<>(OriginField.class);
        changed.putAll(fields);
        changed.put(field, value);
        return new ChatOrigin(type, changed);
    }
}
