package dev.throughline.wire.messages;

import dev.throughline.wire.RequestChecks;
import org.junit.jupiter.api.Test;

class MessagesToolRulesTest {
    private static final RequestChecks MESSAGES = new RequestChecks(MessagesDialect.NAME);
    private static final String ASK = user("{\"type\":\"text\",\"text\":\"x\"}");
    private static final String ONE = "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}";
    private static final String TWO = ONE.replace("t1", "t2");
    private static final String FIRST = "{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"x\"}";
    private static final String SECOND = FIRST.replace("t1", "t2");
    private static final String TEXT = "{\"type\":\"text\",\"text\":\"x\"}";

    @Test
    void the_next_message_must_start_with_the_results_of_all_calls() {
        MESSAGES.assertValid(body(ASK, assistant(ONE, TWO), user(SECOND, FIRST, TEXT)));
        MESSAGES.assertRejected(body(ASK, assistant(ONE, TWO), user(FIRST)), "result_missing");
        MESSAGES.assertRejected(body(ASK, assistant(ONE), ASK), "result_missing");
        MESSAGES.assertRejected(body(ASK, assistant(ONE)), "last_role", "result_missing");
        MESSAGES.assertRejected(body(ASK, assistant(ONE), user(TEXT, FIRST)), "result_order");
    }

    @Test
    void a_system_message_between_call_and_result_is_allowed() {
        MESSAGES.assertValid(body(ASK, assistant(ONE), "{\"role\":\"system\",\"content\":\"x\"}", user(FIRST)));
    }

    @Test
    void every_result_needs_its_call_in_the_previous_message() {
        MESSAGES.assertRejected(body(ASK, user(FIRST)), "result_orphan");
        MESSAGES.assertRejected(body(ASK, assistant(ONE), user(FIRST), user(FIRST)), "result_orphan");
    }

    @Test
    void a_call_needs_exactly_one_result() {
        MESSAGES.assertRejected(body(ASK, assistant(ONE), user(FIRST, FIRST)), "result_twice");
    }

    @Test
    void calls_belong_in_assistant_messages_and_results_in_user_messages() {
        MESSAGES.assertRejected(body(user(ONE), user(FIRST)), "call_place");
        MESSAGES.assertRejected(body(ASK, assistant(ONE), assistant(FIRST, TEXT), ASK), "result_place");
    }

    @Test
    void calls_need_unique_ids_names_and_input() {
        MESSAGES.assertRejected(body(ASK, assistant(ONE), user(FIRST), assistant(ONE), user(FIRST)), "call_id");
        MESSAGES.assertRejected(
                body(ASK, assistant(ONE.replace("t1", "t.1")), user(FIRST.replace("t1", "t.1"))), "call_id");
        MESSAGES.assertRejected(body(ASK, assistant(ONE.replace("{}", "\"{}\"")), user(FIRST)), "call_shape");
        MESSAGES.assertRejected(body(ASK, assistant(ONE.replace("\"f\"", "\"f g\"")), user(FIRST)), "call_shape");
    }

    @Test
    void an_error_result_needs_content() {
        String failed = FIRST.replace("\"content\"", "\"is_error\":true,\"content\"");
        MESSAGES.assertValid(body(ASK, assistant(ONE), user(failed)));
        MESSAGES.assertValid(body(ASK, assistant(ONE), user(FIRST.replace("\"x\"", "\"\""))));
        MESSAGES.assertRejected(body(ASK, assistant(ONE), user(failed.replace("\"x\"", "\"\""))), "result_shape");
    }

    @Test
    void tools_used_in_the_history_must_be_declared() {
        MESSAGES.assertRejected(
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
