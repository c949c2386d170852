package dev.throughline.wire.messages;

import dev.throughline.wire.RequestChecks;
import org.junit.jupiter.api.Test;

/** The rules of {@link MessagesValidator} for thinking blocks. */
class MessagesThinkingTest {
    private static final RequestChecks MESSAGES = new RequestChecks(MessagesDialect.NAME);
    private static final String ASK = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String THINKING = "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"},";
    private static final String REDACTED = "{\"type\":\"redacted_thinking\",\"data\":\"d\"},";

    @Test
    void a_turn_with_tools_must_start_with_thinking() {
        MESSAGES.assertValid(body("enabled", ASK, call(THINKING, 1), result(1)));
        MESSAGES.assertValid(body("enabled", ASK, call(REDACTED, 1), result(1)));
        MESSAGES.assertValid(body("enabled", ASK, call(THINKING, 1), result(1), call("", 2), result(2)));
        MESSAGES.assertRejected(body("enabled", ASK, call("", 1), result(1)), "thinking_missing");
        MESSAGES.assertRejected(
                body("enabled", ASK, call("", 1), result(1), call(THINKING, 2), result(2)), "thinking_missing");
    }

    @Test
    void earlier_turns_may_lack_thinking() {
        MESSAGES.assertValid(body("enabled", ASK, call("", 1), result(1), ASK));
        MESSAGES.assertValid(body("enabled", ASK, call("", 1), result(1), ASK, call(THINKING, 2), result(2)));
    }

    @Test
    void thinking_is_not_required_unless_it_is_enabled() {
        MESSAGES.assertValid(body("adaptive", ASK, call("", 1), result(1)));
        MESSAGES.assertValid(body("disabled", ASK, call("", 1), result(1)));
    }

    @Test
    void thinking_needs_its_signature_or_data() {
        MESSAGES.assertRejected(
                body("enabled", ASK, call(THINKING.replace("\"s\"", "\"\""), 1), result(1)), "signature_missing");
        MESSAGES.assertRejected(
                body("disabled", ASK, call(REDACTED.replace(",\"data\":\"d\"", ""), 1), result(1)),
                "signature_missing");
    }

    @Test
    void an_assistant_message_must_not_end_with_thinking() {
        String only = "{\"role\":\"assistant\",\"content\":[" + THINKING.replace("},", "}") + "]}";
        MESSAGES.assertRejected(body("enabled", ASK, only, ASK), "thinking_last");
    }

    private static String call(String before, int id) {
        return "{\"role\":\"assistant\",\"content\":[" + before + "{\"type\":\"tool_use\",\"id\":\"t" + id
                + "\",\"name\":\"f\",\"input\":{}}]}";
    }

    private static String result(int id) {
        return "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t" + id
                + "\",\"content\":\"x\"}]}";
    }

    private static String body(String thinking, String... messages) {
        return "{\"model\":\"m\",\"max_tokens\":9,\"thinking\":{\"type\":\"" + thinking
                + "\"},\"tools\":[{\"name\":\"f\",\"input_schema\":{\"type\":\"object\"}}],\"messages\":["
                + String.join(",", messages) + "]}";
    }
}
