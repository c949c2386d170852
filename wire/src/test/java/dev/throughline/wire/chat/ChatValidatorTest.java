package dev.throughline.wire.chat;

import dev.throughline.wire.RequestChecks;
import org.junit.jupiter.api.Test;

class ChatValidatorTest {
    private static final RequestChecks CHAT = new RequestChecks(ChatDialect.NAME);
    private static final String USER = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String CALLS = "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":["
            + "{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
            + "{\"id\":\"c2\",\"type\":\"custom\",\"custom\":{\"name\":\"g\",\"input\":\"x\"}}]}";
    private static final String ONE = "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"x\"}";
    private static final String TWO = "{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"\"}";

    @Test
    void a_complete_turn_is_valid() {
        CHAT.assertValid(messages(USER, CALLS, TWO, ONE, USER));
    }

    @Test
    void model_and_messages_are_required() {
        CHAT.assertRejected(messages(USER).replace("\"model\":\"m\",", ""), "model_missing");
        CHAT.assertRejected(messages(), "history_empty");
        CHAT.assertRejected(messages("7"), "shape");
    }

    @Test
    void messages_need_known_roles_and_content() {
        CHAT.assertRejected(messages(USER.replace("user", "critic")), "role_unknown");
        CHAT.assertRejected(messages(USER.replace("\"x\"", "\"\"")), "content_empty");
        CHAT.assertRejected(messages(USER.replace("\"x\"", "null")), "content_empty");
        CHAT.assertValid(messages("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"no\"}"));
    }

    @Test
    void all_results_must_directly_follow_their_calls() {
        CHAT.assertRejected(messages(USER, CALLS, ONE), "result_missing");
        CHAT.assertRejected(messages(USER, CALLS, ONE, USER), "result_missing");
        CHAT.assertRejected(messages(USER, CALLS, ONE, USER, TWO), "result_missing", "result_orphan");
        CHAT.assertRejected(messages(USER, CALLS), "result_missing", "result_missing");
    }

    @Test
    void every_result_needs_a_call() {
        CHAT.assertRejected(messages(USER, ONE), "result_orphan");
        CHAT.assertRejected(messages(ONE, CALLS, ONE, TWO), "result_orphan");
    }

    @Test
    void a_call_needs_exactly_one_result_with_content() {
        CHAT.assertRejected(messages(CALLS, ONE, TWO, ONE), "result_twice");
        CHAT.assertRejected(messages(CALLS, ONE.replace("\"x\"", "null"), TWO), "result_shape");
    }

    @Test
    void only_assistant_messages_can_contain_calls() {
        CHAT.assertRejected(
                messages(CALLS.replace("assistant", "user").replace("null", "\"x\""), ONE, TWO), "call_place");
    }

    @Test
    void calls_need_unique_ids_names_and_arguments() {
        CHAT.assertRejected(messages(CALLS.replace("c2", "c1"), ONE, ONE), "call_id");
        CHAT.assertRejected(messages(CALLS.replace("\"{}\"", "{}"), ONE, TWO), "call_shape");
        CHAT.assertRejected(messages(CALLS.replace("\"name\":\"f\",", ""), ONE, TWO), "call_shape");
        CHAT.assertRejected(messages("{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[]}"), "call_shape");
        CHAT.assertRejected(messages("{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[7]}"), "call_shape");
    }

    @Test
    void tools_are_checked() {
        CHAT.assertRejected(messages(USER).replace("\"model\"", "\"tools\":[7],\"model\""), "tool_shape");
    }

    private static String messages(String... messages) {
        return "{\"model\":\"m\",\"messages\":[" + String.join(",", messages) + "]}";
    }
}
