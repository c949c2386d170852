package dev.throughline.engine.send;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A rule that denies the sending of answers. It applies if all its conditions hold.
 *
 * @param keyPrefix the beginning of the session's key
 */
public record SendRule(Optional<ChatType> type, Optional<String> channel, Optional<String> keyPrefix) {
    public SendRule {
        if (type.isEmpty() && channel.isEmpty() && keyPrefix.isEmpty()) {
            throw new IllegalArgumentException("A rule needs a type, a channel or a key; it has none.");
        }
    }

    /**
     * Reads conditions that are separated by spaces, such as {@code type=group channel=discord}.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static SendRule parse(String text) {
        Optional<ChatType> type = Optional.empty();
        Optional<String> channel = Optional.empty();
        Optional<String> keyPrefix = Optional.empty();
        for (String condition : text.strip().split("\\s+", -1)) {
            int equals = condition.indexOf('=');
            String name = equals < 0 ? condition : condition.substring(0, equals);
            String value = condition.substring(equals + 1);
            switch (value.isEmpty() || equals < 0 ? "" : name) {
                case "type" -> type = Optional.of(ChatType.find(value).orElseThrow(() -> malformed(text)));
                case "channel" -> channel = Optional.of(value.toLowerCase(Locale.ROOT));
                case "key" -> keyPrefix = Optional.of(value);
                default -> throw malformed(text);
            }
        }
        return new SendRule(type, channel, keyPrefix);
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "A rule has conditions like type=group, channel=discord or key=agent:main:; it is '" + text + "'.");
    }

    boolean denies(SessionKey key, Optional<ChatOrigin> origin) {
        return type.map(wanted -> origin.filter(from -> from.type() == wanted).isPresent())
                        .orElse(true)
                && channel.map(wanted -> origin.flatMap(from -> from.field(OriginField.CHANNEL))
                                .filter(wanted::equalsIgnoreCase)
                                .isPresent())
                        .orElse(true)
                && keyPrefix.map(prefix -> key.text().startsWith(prefix)).orElse(true);
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        List<String> conditions = new ArrayList<>();
        type.ifPresent(value -> conditions.add("type=" + value.word()));
        channel.ifPresent(value -> conditions.add("channel=" + value));
        keyPrefix.ifPresent(value -> conditions.add("key=" + value));
        return String.join(" ", conditions);
    }
}
