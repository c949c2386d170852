package dev.throughline.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The origin of a session's messages, as a chat gateway named it.
 *
 * @param fields what is known; no value is blank
 */
public record ChatOrigin(ChatType type, Map<OriginField, String> fields) {
    /** The agent of origins that name none. */
    public static final String DEFAULT_AGENT = "main";

    /** The origin of messages that name none: nobody knows who wrote them. */
    public static final ChatOrigin UNKNOWN = new ChatOrigin(ChatType.DM, Map.of());

    /** The fields that tell who takes part in a direct chat. In other chats, the type and the agent do. */
    private static final Set<OriginField> PERSON =
            EnumSet.of(OriginField.CHANNEL, OriginField.ACCOUNT, OriginField.PEER);

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

    /** Whether another origin names the same kind of chat, the same agent and, in a direct chat, the same person. */
    public boolean hasParticipantsOf(ChatOrigin other) {
        return type == other.type
                && agent().equals(other.agent())
                && (type != ChatType.DM
                        || PERSON.stream().allMatch(field -> field(field).equals(other.field(field))));
    }

    /** This origin with another value of a field. */
    public ChatOrigin with(OriginField field, String value) {
        EnumMap<OriginField, String> changed = new EnumMap<>(OriginField.class);
        changed.putAll(fields);
        changed.put(field, value);
        return new ChatOrigin(type, changed);
    }
}
