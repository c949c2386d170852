package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class LocalCallsTest {
    /** A local call, its result, and a call of the client with its result, in every dialect. */
    static List<Arguments> histories() {
        return List.of(
                Arguments.of(
                        MessagesDialect.WIRE,
                        List.of(
                                "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"recall\","
                                    + "\"input\":{}},{\"type\":\"tool_use\",\"id\":\"2\",\"name\":\"Bash\",\"input\":{}}]}",
                                "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"1\",\"content\":\"a\"},"
                                    + "{\"type\":\"tool_result\",\"tool_use_id\":\"2\",\"content\":\"b\"}]}")),
                Arguments.of(
                        ChatDialect.WIRE,
                        List.of(
                                "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"1\",\"type\":\"function\",\"function\":"
                                    + "{\"name\":\"recall\",\"arguments\":\"{}\"}},{\"id\":\"2\",\"type\":\"function\","
                                    + "\"function\":{\"name\":\"Bash\",\"arguments\":\"{}\"}}]}",
                                "{\"role\":\"tool\",\"tool_call_id\":\"1\",\"content\":\"a\"}",
                                "{\"role\":\"tool\",\"tool_call_id\":\"2\",\"content\":\"b\"}")),
                Arguments.of(
                        ResponsesDialect.WIRE,
                        List.of(
                                "{\"type\":\"function_call\",\"call_id\":\"1\",\"name\":\"recall\",\"arguments\":\"{}\"}",
                                "{\"type\":\"function_call\",\"call_id\":\"2\",\"name\":\"Bash\",\"arguments\":\"{}\"}",
                                "{\"type\":\"function_call_output\",\"call_id\":\"1\",\"output\":\"a\"}",
                                "{\"type\":\"function_call_output\",\"call_id\":\"2\",\"output\":\"b\"}")));
    }

    private static List<Boolean> local(LocalCalls calls, Wire wire, List<String> elements, List<String> tools) {
        List<Boolean> local = new ArrayList<>();
        for (String element : elements) {
            Bytes raw = Bytes.of(element);
            wire.itemise(raw, new Span(0, raw.length())).forEach(item -> local.add(calls.isLocal(item, tools)));
        }
        return local;
    }

    @ParameterizedTest
    @MethodSource("histories")
    void a_local_call_and_its_result_are_recognised(Wire wire, List<String> elements) {
        assertEquals(List.of(true, false, true, false), local(new LocalCalls(), wire, elements, List.of("recall")));
        assertEquals(
                List.of(false, false, false, false),
                local(new LocalCalls(), wire, elements, List.of()),
                "the client has a tool of that name");
    }

    @ParameterizedTest
    @MethodSource("histories")
    void a_result_is_recognised_by_a_call_of_an_earlier_request(Wire wire, List<String> elements) {
        LocalCalls before = new LocalCalls();
        local(before, wire, elements, List.of("recall"));
        LocalCalls next = new LocalCalls();
        next.addAll(before);
        List<String> results = elements.subList(elements.size() / 2, elements.size());
        assertEquals(
                List.of(true, false),
                local(next, wire, results, List.of()).reversed().subList(0, 2).reversed());
    }

    @Test
    void an_answered_call_is_restored_after_its_node() {
        Hash leaf = Hash.of("leaf");
        Decision decision = LocalCalls.restoreDecision(leaf, "hidden calls");
        assertEquals(List.of(new Edit.Insert(leaf, Hash.of("hidden calls"), 3)), decision.edits());
        assertEquals(Map.of(Hash.of("hidden calls"), "hidden calls"), decision.texts());
    }
}
