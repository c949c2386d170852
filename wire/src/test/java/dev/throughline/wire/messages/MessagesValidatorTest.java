package dev.throughline.wire.messages;

import dev.throughline.wire.ShapeOf;
import org.junit.jupiter.api.Test;

class MessagesValidatorTest {
    private static final ShapeOf MESSAGES = new ShapeOf(MessagesDialect.NAME);
    private static final String USER = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String SAID = "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}";
    private static final String SYSTEM = "{\"role\":\"system\",\"content\":\"x\"}";
    private static final String MARKED = "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\","
            + "\"cache_control\":{\"type\":\"ephemeral\"}}]}";

    @Test
    void a_conversation_is_taken_also_with_system_messages_and_equal_roles_in_a_row() {
        MESSAGES.assertTaken(body(USER, SYSTEM, SAID, SAID, USER, USER));
        MESSAGES.assertTaken(body(USER, SYSTEM));
    }

    @Test
    void a_model_a_limit_and_messages_are_needed() {
        MESSAGES.assertRefused(body(USER).replace("\"model\":\"m\",", ""), "model_missing");
        MESSAGES.assertRefused(body(USER).replace("\"max_tokens\":9,", ""), "limit_missing");
        MESSAGES.assertRefused(body(USER).replace("\"max_tokens\":9,", "\"max_tokens\":0,"), "limit_missing");
        MESSAGES.assertRefused(body(), "history_empty");
        MESSAGES.assertRefused(body(USER, "7"), "shape");
    }

    @Test
    void the_user_begins_and_the_assistant_does_not_end() {
        MESSAGES.assertRefused(body(SAID, USER), "first_role");
        MESSAGES.assertRefused(body(SYSTEM, USER), "first_role");
        MESSAGES.assertRefused(body(USER, SAID), "last_role");
    }

    @Test
    void roles_are_known_and_content_is_not_empty() {
        MESSAGES.assertRefused(body(USER, USER.replace("user", "critic")), "role_unknown");
        MESSAGES.assertRefused(body(USER.replace("\"x\"", "\"\"")), "content_empty");
        MESSAGES.assertRefused(body(USER.replace("\"x\"", "[]")), "content_empty");
        MESSAGES.assertRefused(body(USER, SAID.replace("\"x\"", "\" \\n\""), USER), "text_empty");
    }

    @Test
    void system_text_is_text_that_says_something() {
        MESSAGES.assertTaken(withSystem("\"x\""));
        MESSAGES.assertTaken(withSystem("[{\"type\":\"text\",\"text\":\"x\"}]"));
        MESSAGES.assertRefused(withSystem("[{\"type\":\"text\",\"text\":\"\"}]"), "text_empty");
        MESSAGES.assertRefused(withSystem("[{\"type\":\"image\"}]"), "text_empty");
    }

    @Test
    void four_cache_markers_are_the_most_wherever_they_stand() {
        String tool =
                "\"tools\":[{\"name\":\"t\",\"input_schema\":{\"type\":\"object\"},\"cache_control\":{}}],\"model\"";
        MESSAGES.assertTaken(body(MARKED, MARKED, MARKED).replace("\"model\"", tool));
        MESSAGES.assertRefused(body(MARKED, MARKED, MARKED, MARKED).replace("\"model\"", tool), "cache_markers");
        MESSAGES.assertRefused(
                body(MARKED, MARKED, MARKED, MARKED).replace("\"model\"", "\"cache_control\":{},\"model\""),
                "cache_markers");
    }

    @Test
    void tools_are_checked() {
        MESSAGES.assertRefused(body(USER).replace("\"model\"", "\"tools\":[{\"name\":\"t\"}],\"model\""), "tool_shape");
    }

    private static String withSystem(String system) {
        return body(USER).replace("\"model\"", "\"system\":" + system + ",\"model\"");
    }

    private static String body(String... messages) {
        return "{\"model\":\"m\",\"max_tokens\":9,\"messages\":[" + String.join(",", messages) + "]}";
    }
}
