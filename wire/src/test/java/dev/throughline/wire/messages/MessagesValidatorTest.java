package dev.throughline.wire.messages;

import dev.throughline.wire.RequestChecks;
import org.junit.jupiter.api.Test;

class MessagesValidatorTest {
    private static final RequestChecks MESSAGES = new RequestChecks(MessagesDialect.NAME);
    private static final String USER = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String ASSISTANT = "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}";
    private static final String SYSTEM = "{\"role\":\"system\",\"content\":\"x\"}";
    private static final String MARKED = "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\","
            + "\"cache_control\":{\"type\":\"ephemeral\"}}]}";

    @Test
    void system_messages_and_consecutive_messages_of_one_role_are_valid() {
        MESSAGES.assertValid(body(USER, SYSTEM, ASSISTANT, ASSISTANT, USER, USER));
        MESSAGES.assertValid(body(USER, SYSTEM));
    }

    @Test
    void model_limit_and_messages_are_required() {
        MESSAGES.assertRejected(body(USER).replace("\"model\":\"m\",", ""), "model_missing");
        MESSAGES.assertRejected(body(USER).replace("\"max_tokens\":9,", ""), "limit_missing");
        MESSAGES.assertRejected(body(USER).replace("\"max_tokens\":9,", "\"max_tokens\":0,"), "limit_missing");
        MESSAGES.assertRejected(body(), "history_empty");
        MESSAGES.assertRejected(body(USER, "7"), "shape");
    }

    @Test
    void the_first_message_must_be_of_the_user_and_the_last_not_of_the_assistant() {
        MESSAGES.assertRejected(body(ASSISTANT, USER), "first_role");
        MESSAGES.assertRejected(body(SYSTEM, USER), "first_role");
        MESSAGES.assertRejected(body(USER, ASSISTANT), "last_role");
    }

    @Test
    void roles_must_be_known_and_content_not_empty() {
        MESSAGES.assertRejected(body(USER, USER.replace("user", "critic")), "role_unknown");
        MESSAGES.assertRejected(body(USER.replace("\"x\"", "\"\"")), "content_empty");
        MESSAGES.assertRejected(body(USER.replace("\"x\"", "[]")), "content_empty");
        MESSAGES.assertRejected(body(USER, ASSISTANT.replace("\"x\"", "\" \\n\""), USER), "text_empty");
    }

    @Test
    void system_text_must_not_be_empty() {
        MESSAGES.assertValid(withSystem("\"x\""));
        MESSAGES.assertValid(withSystem("[{\"type\":\"text\",\"text\":\"x\"}]"));
        MESSAGES.assertRejected(withSystem("[{\"type\":\"text\",\"text\":\"\"}]"), "text_empty");
        MESSAGES.assertRejected(withSystem("[{\"type\":\"image\"}]"), "text_empty");
    }

    @Test
    void at_most_four_cache_markers_are_allowed() {
        String tool =
                "\"tools\":[{\"name\":\"t\",\"input_schema\":{\"type\":\"object\"},\"cache_control\":{}}],\"model\"";
        MESSAGES.assertValid(body(MARKED, MARKED, MARKED).replace("\"model\"", tool));
        MESSAGES.assertRejected(body(MARKED, MARKED, MARKED, MARKED).replace("\"model\"", tool), "cache_markers");
        MESSAGES.assertRejected(
                body(MARKED, MARKED, MARKED, MARKED).replace("\"model\"", "\"cache_control\":{},\"model\""),
                "cache_markers");
    }

    @Test
    void tools_are_checked() {
        MESSAGES.assertRejected(
                body(USER).replace("\"model\"", "\"tools\":[{\"name\":\"t\"}],\"model\""), "tool_shape");
    }

    private static String withSystem(String system) {
        return body(USER).replace("\"model\"", "\"system\":" + system + ",\"model\"");
    }

    private static String body(String... messages) {
        return "{\"model\":\"m\",\"max_tokens\":9,\"messages\":[" + String.join(",", messages) + "]}";
    }
}
