package dev.throughline.engine.session;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Headers;
import dev.throughline.model.OriginField;
import dev.throughline.model.ProxyException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the origin that a chat gateway names in headers, one for each {@link OriginField}, and {@link #CHAT_TYPE}. An
 * origin is named if there is at least one header from which a key can be derived; the others only describe it.
 */
public final class OriginHeaders {
    /** The header with the {@link ChatType}. */
    public static final String CHAT_TYPE = "x-throughline-chat-type";

    private static final Set<OriginField> KEY_FIELDS = Set.of(
            OriginField.AGENT,
            OriginField.CHANNEL,
            OriginField.ACCOUNT,
            OriginField.PEER,
            OriginField.GROUP,
            OriginField.THREAD,
            OriginField.JOB,
            OriginField.HOOK,
            OriginField.SUBAGENT,
            OriginField.NODE);

    private OriginHeaders() {}

    /** Whether a request names its origin. */
    public static boolean areIn(Headers headers) {
        return isSent(headers, CHAT_TYPE) || KEY_FIELDS.stream().anyMatch(field -> isSent(headers, field.header()));
    }

    private static boolean isSent(Headers headers, String name) {
        return headers.first(name).filter(value -> !value.isBlank()).isPresent();
    }

    /**
     * The origin that a request names; empty if it names none.
     *
     * @throws ProxyException of kind {@code CALLER} if a header cannot be read
     */
    public static Optional<ChatOrigin> read(Headers headers) {
        if (!areIn(headers)) {
            return Optional.empty();
        }
        Map<OriginField, String> fields = new EnumMap<>(OriginField.class);
        for (OriginField field : OriginField.values()) {
            headers.first(field.header())
                    .filter(value -> !value.isBlank())
                    .ifPresent(value -> fields.put(field, value(field, value)));
        }
        Optional<ChatType> type =
                headers.first(CHAT_TYPE).filter(value -> !value.isBlank()).map(OriginHeaders::chatType);
        return Optional.of(origin(type, fields));
    }

    private static String value(OriginField field, String value) {
        String text = HeaderText.decoded(shownName(field.header()), value);
        int length = text.codePointCount(0, text.length());
        if (text.isBlank() || length > ChatOrigin.MAX_CHARACTERS) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    ChatKeys.BAD_KEY,
                    shownName(field.header()) + " must have 1 to " + ChatOrigin.MAX_CHARACTERS
                            + " characters that are not all blank; it has " + length + ".");
        }
        return text;
    }

    private static ChatType chatType(String value) {
        return ChatType.find(value)
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER,
                        "bad_control_header",
                        shownName(CHAT_TYPE) + " must be one of "
                                + Stream.of(ChatType.values())
                                        .map(ChatType::word)
                                        .collect(Collectors.joining(", "))
                                + "; it is '" + value + "'."));
    }

    /** The origin with these fields. If no type is named, it follows from them; a topic of a group is a thread. */
    public static ChatOrigin origin(Optional<ChatType> named, Map<OriginField, String> fields) {
        ChatType type = named.orElseGet(() -> defaultType(fields));
        boolean isTopic = type == ChatType.GROUP && fields.containsKey(OriginField.THREAD);
        return new ChatOrigin(isTopic ? ChatType.THREAD : type, fields);
    }

    private static ChatType defaultType(Map<OriginField, String> fields) {
        return Stream.of(ChatType.CRON, ChatType.HOOK, ChatType.SUBAGENT, ChatType.NODE)
                .filter(type ->
                        ChatKey.idField(type).filter(fields::containsKey).isPresent())
                .findFirst()
                .orElse(fields.containsKey(OriginField.GROUP) ? ChatType.GROUP : ChatType.DM);
    }

    /** The name of a header as documentation writes it: {@code X-Throughline-Peer}. */
    static String shownName(String header) {
        return Stream.of(header.split("-"))
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining("-"));
    }
}
