package dev.throughline.wire.chat.join;

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

class ChatCallsTest {
    private static Calls calls(String members) {
        ReplyReader reader = Wires.of(Dialect.CHAT).wholeReply();
        Bytes body = Bytes.of(
                Played.quoted("{'choices':[{'message':{'role':'assistant'," + members + "},'finish_reason':'stop'}]}"));
        reader.feed(body.array(), 0, body.length());
        return ChatCalls.of(reader.finish(), Played.LOCAL);
    }

    @Test
    void arguments_are_the_json_inside_the_text() {
        Calls found = calls(
                "'tool_calls':[{'id':'c1','type':'function','function':{'name':'recall','arguments':'{\\u0022q\\u0022:1}'}}]");

        assertEquals("{\"q\":1}", found.local().getFirst().arguments().utf8());
        assertFalse(found.hasClientCalls());
    }

    @Test
    void other_calls_are_the_clients() {
        assertTrue(calls("'tool_calls':[{'id':'c','type':'custom','custom':{'name':'x','input':''}}]")
                .hasClientCalls());
        assertTrue(calls("'function_call':{'name':'x','arguments':''}").hasClientCalls());
        assertFalse(calls("'content':'a'").hasClientCalls());
    }
}
