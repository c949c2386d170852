package dev.throughline.wire.responses.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Played;
import dev.throughline.wire.join.parts.Calls;
import org.junit.jupiter.api.Test;

class ResponsesCallsTest {
    private static Calls calls(String items) {
        ReplyReader reader = Wires.of(Dialect.RESPONSES).wholeReply();
        Bytes body = Bytes.of(Played.quoted("{'output':[" + items + "]}"));
        reader.feed(body.array(), 0, body.length());
        return ResponsesCalls.of(reader.finish(), Played.LOCAL);
    }

    @Test
    void arguments_are_the_json_inside_the_text() {
        Calls found = calls(
                "{'type':'function_call','call_id':'c1','name':'recall','arguments':'{\\u0022q\\u0022:1}'},{'type':'custom_tool_call','call_id':'c2','name':'memory_get','input':'x'}");

        assertEquals("{\"q\":1}", found.local().getFirst().arguments().utf8());
        assertEquals("c1", found.local().getFirst().id());
        assertEquals("x", found.local().getLast().arguments().utf8());
        assertFalse(found.hasClientCalls());
    }

    @Test
    void calls_of_any_kind_that_the_client_answers_are_the_clients() {
        assertTrue(calls("{'type':'custom_tool_call','call_id':'c','name':'apply_patch','input':''}")
                .hasClientCalls());
        assertTrue(calls("{'type':'local_shell_call','call_id':'c'}").hasClientCalls());
        assertTrue(calls("{'type':'function_call','call_id':'c','namespace':'x','name':'recall','arguments':''}")
                .hasClientCalls());
        assertFalse(calls("{'type':'web_search_call','id':'w'}").hasClientCalls());
    }
}
