package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A request written at random: spaces, order of members, escapes, numbers and unknown members as no client would write
 * them, but as JSON allows them.
 *
 * @param body the request
 * @param history its elements as they were written
 */
public record RandomRequest(Bytes body, List<String> history) {
    private static final String[] TEXTS = {"", "a", "\"", "\\", "é", "🌳", "\u0007", "/", "x y", "\u2028", "role"};
    private static final String[] NUMBERS = {"0", "-0", "1e5", "1.50", "-12.0E+3", "12345678901234567890", "7"};

    public static RandomRequest of(Dialect dialect, Random random) {
        Writer writer = new Writer(random);
        List<String> history = new ArrayList<>();
        while (random.nextInt(5) != 0) {
            history.add(writer.element(dialect));
        }
        List<String> members = new ArrayList<>();
        members.add(writer.member(dialect.equals(ResponsesDialect.NAME) ? "input" : "messages", writer.array(history)));
        members.add(writer.member("model", writer.text("m-" + random.nextInt(9))));
        members.add(writer.member("unknown", writer.value(4)));
        members.add(writer.member("stream", random.nextBoolean() ? "true" : "false"));
        Collections.shuffle(members, random);
        return new RandomRequest(Bytes.of(writer.space() + writer.object(members) + writer.space()), history);
    }

    /** Writes valid JSON in unusual ways. */
    record Writer(Random random) {
        String element(Dialect dialect) {
            String[] roles = {"user", "assistant", "system", "developer", "tool", "stranger"};
            List<String> members = new ArrayList<>();
            members.add(member("role", text(roles[random.nextInt(roles.length)])));
            members.add(member("content", random.nextBoolean() ? text("hi") : value(3)));
            members.add(member("odd" + random.nextInt(3), value(3)));
            if (random.nextInt(3) == 0) {
                String[] types = {"reasoning", "function_call", "function_call_output", "message", "text", "news"};
                members.add(member("type", text(types[random.nextInt(types.length)])));
                members.add(member(dialect.equals(ChatDialect.NAME) ? "tool_calls" : "call_id", value(2)));
            }
            Collections.shuffle(members, random);
            return random.nextInt(12) == 0 ? value(2) : object(members);
        }

        String member(String name, String value) {
            return text(name) + space() + ":" + space() + value;
        }

        String object(List<String> members) {
            return "{" + space() + String.join(space() + "," + space(), members) + space() + "}";
        }

        String array(List<String> elements) {
            return "[" + space() + String.join(space() + "," + space(), elements) + space() + "]";
        }

        String value(int depth) {
            return switch (random.nextInt(depth > 0 ? 7 : 5)) {
                case 0 -> "null";
                case 1 -> random.nextBoolean() ? "true" : "false";
                case 2 -> NUMBERS[random.nextInt(NUMBERS.length)];
                case 3, 4 -> text(TEXTS[random.nextInt(TEXTS.length)] + TEXTS[random.nextInt(TEXTS.length)]);
                case 5 -> array(List.of(value(depth - 1), value(depth - 1)));
                default ->
                    object(List.of(member("k" + random.nextInt(3), value(depth - 1)), member("z", value(depth - 1))));
            };
        }

        String text(String text) {
            StringBuilder written = new StringBuilder("\"");
            for (int i = 0; i < text.length(); i++) {
                char unit = text.charAt(i);
                boolean mustEscape = unit < 0x20 || unit == '"' || unit == '\\';
                if (mustEscape || random.nextInt(6) == 0) {
                    written.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) unit));
                } else {
                    written.append(unit);
                }
            }
            return keepPairs(text, written.append('"').toString());
        }

        /** Escaping one half of a surrogate pair would be invalid, so a text with such a pair has no escapes. */
        private static String keepPairs(String text, String written) {
            return text.codePoints().anyMatch(Character::isSupplementaryCodePoint)
                    ? "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\u0007", "\\u0007") + "\""
                    : written;
        }

        String space() {
            return " \t\n\r ".substring(0, Math.max(0, random.nextInt(9) - 3));
        }
    }
}
