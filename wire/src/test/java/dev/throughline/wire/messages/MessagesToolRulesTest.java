package dev.throughline.wire.messages;

import dev.throughline.wire.ShapeOf;
import org.junit.jupiter.api.Test;

class MessagesToolRulesTest {
    private static final ShapeOf MESSAGES = new ShapeOf(MessagesDialect.NAME);
    private static final String ASK = user("{\"type\":\"text\",\"text\":\"x\"}");
    private static final String ONE = "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}";
    private static final String TWO = ONE.replace("t1", "t2");
    private static final String FIRST = "{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"x\"}";
    private static final String SECOND = FIRST.replace("t1", "t2");
    private static final String TEXT = "{\"type\":\"text\",\"text\":\"x\"}";

    @Test
    void results_of_all_calls_come_first_in_the_next_message() {
        MESSAGES.assertTaken(body(ASK, assistant(ONE, TWO), user(SECOND, FIRST, TEXT)));
        MESSAGES.assertRefused(body(ASK, assistant(ONE, TWO), user(FIRST)), "result_missing");
        MESSAGES.assertRefused(body(ASK, assistant(ONE), ASK), "result_missing");
        MESSAGES.assertRefused(body(ASK, assistant(ONE)), "last_role", "result_missing");
        MESSAGES.assertRefused(body(ASK, assistant(ONE), user(TEXT, FIRST)), "result_order");
    }

    @Test
    void a_system_message_does_not_stand_between_them() {
        MESSAGES.assertTaken(body(ASK, assistant(ONE), "{\"role\":\"system\",\"content\":\"x\"}", user(FIRST)));
    }

    @Test
    void every_result_has_its_call_in_the_message_before() {
        MESSAGES.assertRefused(body(ASK, user(FIRST)), "result_orphan");
        MESSAGES.assertRefused(body(ASK, assistant(ONE), user(FIRST), user(FIRST)), "result_orphan");
    }

    @Test
    void a_call_has_one_result() {
        MESSAGES.assertRefused(body(ASK, assistant(ONE), user(FIRST, FIRST)), "result_twice");
    }

    @Test
    void calls_are_the_assistants_and_results_the_users() {
        MESSAGES.assertRefused(body(user(ONE), user(FIRST)), "call_place");
        MESSAGES.assertRefused(body(ASK, assistant(ONE), assistant(FIRST, TEXT), ASK), "result_place");
    }

    @Test
    void calls_have_ids_of_their_own_names_and_input() {
        MESSAGES.assertRefused(body(ASK, assistant(ONE), user(FIRST), assistant(ONE), user(FIRST)), "call_id");
        MESSAGES.assertRefused(
                body(ASK, assistant(ONE.replace("t1", "t.1")), user(FIRST.replace("t1", "t.1"))), "call_id");
        MESSAGES.assertRefused(body(ASK, assistant(ONE.replace("{}", "\"{}\"")), user(FIRST)), "call_shape");
        MESSAGES.assertRefused(body(ASK, assistant(ONE.replace("\"f\"", "\"f g\"")), user(FIRST)), "call_shape");
    }

    @Test
    void an_error_says_what_went_wrong() {
        String failed = FIRST.replace("\"content\"", "\"is_error\":true,\"content\"");
        MESSAGES.assertTaken(body(ASK, assistant(ONE), user(failed)));
        MESSAGES.assertTaken(body(ASK, assistant(ONE), user(FIRST.replace("\"x\"", "\"\""))));
        MESSAGES.assertRefused(body(ASK, assistant(ONE), user(failed.replace("\"x\"", "\"\""))), "result_shape");
    }

    @Test
    void tools_are_declared_when_the_history_uses_them() {
        MESSAGES.assertRefused(
                body(ASK, assistant(ONE), user(FIRST))
                        .replace("\"name\":\"f\",\"input_schema\":{\"type\":\"object\"}", "")
                        .replace("[{}]", "[]"),
                "tools_missing");
    }

    private static String assistant(String... blocks) {
        return "{\"role\":\"assistant\",\"content\":[" + String.join(",", blocks) + "]}";
    }

    private static String user(String... blocks) {
        return "{\"role\":\"user\",\"content\":[" + String.join(",", blocks) + "]}";
    }

    private static String body(String... messages) {
        return "{\"model\":\"m\",\"max_tokens\":9,\"tools\":[{\"name\":\"f\",\"input_schema\":{\"type\":\"object\"}}],"
                + "\"messages\":[" + String.join(",", messages) + "]}";
    }
}
