package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.messages.MessagesDialect;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NewestMessageTest {
    private static final String REMINDER = "<system-reminder>As you answer the user's questions";
    private final PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());

    private Optional<String> newest(String... messages) {
        String body = "{\"model\":\"m\",\"messages\":[" + String.join(",", messages) + "]}";
        return NewestMessage.of(MessagesDialect.WIRE, MessagesDialect.WIRE.decode(Bytes.of(body)), purposes);
    }

    private static String message(String role, String... texts) {
        StringBuilder blocks = new StringBuilder();
        for (String text : texts) {
            blocks.append(blocks.isEmpty() ? "" : ",")
                    .append("{\"type\":\"text\",\"text\":\"")
                    .append(text)
                    .append("\"}");
        }
        return "{\"role\":\"" + role + "\",\"content\":[" + blocks + "]}";
    }

    @Test
    void the_words_are_those_of_the_last_message() {
        assertEquals(Optional.of("two"), newest(message("user", "one"), message("user", "two")));
        assertEquals(Optional.of("one\ntwo"), newest(message("user", "one", "two")));
    }

    @Test
    void what_an_agent_adds_is_not_counted() {
        assertEquals(Optional.of("hello"), newest(message("user", "hello", REMINDER)));
        assertEquals(Optional.of("hello"), newest(message("user", "hello"), message("user", REMINDER)));
        assertEquals(Optional.empty(), newest(message("user", REMINDER)));
    }

    @Test
    void a_time_before_the_words_is_not_counted() {
        assertEquals(Optional.of("hello"), newest(message("user", "[Sun 2026-11-15 18:44 UTC] hello")));
        assertEquals(Optional.of("[note] hello"), newest(message("user", "[note] hello")));
    }

    @Test
    void an_answer_or_a_result_at_the_end_is_no_message() {
        assertEquals(Optional.empty(), newest(message("user", "one"), message("assistant", "two")));
        assertEquals(
                Optional.empty(),
                newest("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\","
                        + "\"content\":\"/status\"}]}"));
    }

    @Test
    void a_paragraph_of_the_agent_below_the_words_is_not_counted() {
        String runtime = "\\n\\nRuntime: agent=main | session=agent:main:main | os=Linux";
        assertEquals(Optional.of("/status"), newest(message("user", "[Sun 2026-11-15 18:44 UTC] /status" + runtime)));
        assertEquals(Optional.of("Runtime: agent=main"), newest(message("user", "Runtime: agent=main")));
    }

    @Test
    void the_words_of_a_long_message_are_not_read() {
        assertEquals(Optional.of(""), newest(message("user", "/status " + "x".repeat(70_000))));
    }

    @Test
    void a_picture_is_a_message_without_words() {
        String picture = "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\","
                + "\"data\":\"" + "AAAA".repeat(30_000) + "\"}}";
        assertEquals(
                Optional.of(""),
                newest(
                        message("user", "one"),
                        message("assistant", "two"),
                        "{\"role\":\"user\",\"content\":[" + picture + "]}"));
        assertEquals(
                Optional.of("/status"),
                newest("{\"role\":\"user\",\"content\":[" + picture + ",{\"type\":\"text\",\"text\":\"/status\"}]}"));
    }
}
