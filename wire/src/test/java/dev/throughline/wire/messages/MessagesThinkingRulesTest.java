package dev.throughline.wire.messages;

import dev.throughline.wire.ShapeOf;
import org.junit.jupiter.api.Test;

class MessagesThinkingRulesTest {
    private static final ShapeOf MESSAGES = new ShapeOf(MessagesDialect.NAME);
    private static final String ASK = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String THOUGHT = "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"},";
    private static final String SEALED = "{\"type\":\"redacted_thinking\",\"data\":\"d\"},";

    @Test
    void a_turn_with_tools_starts_with_its_thinking() {
        MESSAGES.assertTaken(body("enabled", ASK, call(THOUGHT, 1), result(1)));
        MESSAGES.assertTaken(body("enabled", ASK, call(SEALED, 1), result(1)));
        MESSAGES.assertTaken(body("enabled", ASK, call(THOUGHT, 1), result(1), call("", 2), result(2)));
        MESSAGES.assertRefused(body("enabled", ASK, call("", 1), result(1)), "thinking_missing");
        MESSAGES.assertRefused(
                body("enabled", ASK, call("", 1), result(1), call(THOUGHT, 2), result(2)), "thinking_missing");
    }

    @Test
    void earlier_turns_may_have_lost_theirs() {
        MESSAGES.assertTaken(body("enabled", ASK, call("", 1), result(1), ASK));
        MESSAGES.assertTaken(body("enabled", ASK, call("", 1), result(1), ASK, call(THOUGHT, 2), result(2)));
    }

    @Test
    void nothing_is_missed_when_thinking_was_not_asked_for() {
        MESSAGES.assertTaken(body("adaptive", ASK, call("", 1), result(1)));
        MESSAGES.assertTaken(body("disabled", ASK, call("", 1), result(1)));
    }

    @Test
    void thinking_comes_back_with_its_seal() {
        MESSAGES.assertRefused(
                body("enabled", ASK, call(THOUGHT.replace("\"s\"", "\"\""), 1), result(1)), "signature_missing");
        MESSAGES.assertRefused(
                body("disabled", ASK, call(SEALED.replace(",\"data\":\"d\"", ""), 1), result(1)), "signature_missing");
    }

    @Test
    void an_assistant_message_does_not_end_with_thinking() {
        String only = "{\"role\":\"assistant\",\"content\":[" + THOUGHT.replace("},", "}") + "]}";
        MESSAGES.assertRefused(body("enabled", ASK, only, ASK), "thinking_last");
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
