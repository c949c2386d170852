package dev.throughline.wire.chat;

import dev.throughline.wire.ShapeOf;
import org.junit.jupiter.api.Test;

class ChatValidatorTest {
    private static final ShapeOf CHAT = new ShapeOf(ChatDialect.NAME);
    private static final String USER = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String CALLS = "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":["
            + "{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
            + "{\"id\":\"c2\",\"type\":\"custom\",\"custom\":{\"name\":\"g\",\"input\":\"x\"}}]}";
    private static final String ONE = "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"x\"}";
    private static final String TWO = "{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"\"}";

    @Test
    void a_whole_turn_is_taken() {
        CHAT.assertTaken(messages(USER, CALLS, TWO, ONE, USER));
    }

    @Test
    void a_model_and_messages_are_needed() {
        CHAT.assertRefused(messages(USER).replace("\"model\":\"m\",", ""), "model_missing");
        CHAT.assertRefused(messages(), "history_empty");
        CHAT.assertRefused(messages("7"), "shape");
    }

    @Test
    void messages_have_known_roles_and_content() {
        CHAT.assertRefused(messages(USER.replace("user", "critic")), "role_unknown");
        CHAT.assertRefused(messages(USER.replace("\"x\"", "\"\"")), "content_empty");
        CHAT.assertRefused(messages(USER.replace("\"x\"", "null")), "content_empty");
        CHAT.assertTaken(messages("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"no\"}"));
    }

    @Test
    void all_results_stand_directly_behind_their_calls() {
        CHAT.assertRefused(messages(USER, CALLS, ONE), "result_missing");
        CHAT.assertRefused(messages(USER, CALLS, ONE, USER), "result_missing");
        CHAT.assertRefused(messages(USER, CALLS, ONE, USER, TWO), "result_missing", "result_orphan");
        CHAT.assertRefused(messages(USER, CALLS), "result_missing", "result_missing");
    }

    @Test
    void every_result_has_its_call() {
        CHAT.assertRefused(messages(USER, ONE), "result_orphan");
        CHAT.assertRefused(messages(ONE, CALLS, ONE, TWO), "result_orphan");
    }

    @Test
    void a_call_has_one_result_with_content() {
        CHAT.assertRefused(messages(CALLS, ONE, TWO, ONE), "result_twice");
        CHAT.assertRefused(messages(CALLS, ONE.replace("\"x\"", "null"), TWO), "result_shape");
    }

    @Test
    void only_the_assistant_calls() {
        CHAT.assertRefused(
                messages(CALLS.replace("assistant", "user").replace("null", "\"x\""), ONE, TWO), "call_place");
    }

    @Test
    void calls_have_ids_of_their_own_names_and_arguments() {
        CHAT.assertRefused(messages(CALLS.replace("c2", "c1"), ONE, ONE), "call_id");
        CHAT.assertRefused(messages(CALLS.replace("\"{}\"", "{}"), ONE, TWO), "call_shape");
        CHAT.assertRefused(messages(CALLS.replace("\"name\":\"f\",", ""), ONE, TWO), "call_shape");
        CHAT.assertRefused(messages("{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[]}"), "call_shape");
        CHAT.assertRefused(messages("{\"role\":\"assistant\",\"content\":\"x\",\"tool_calls\":[7]}"), "call_shape");
    }

    @Test
    void tools_are_checked() {
        CHAT.assertRefused(messages(USER).replace("\"model\"", "\"tools\":[7],\"model\""), "tool_shape");
    }

    private static String messages(String... messages) {
        return "{\"model\":\"m\",\"messages\":[" + String.join(",", messages) + "]}";
    }
}
