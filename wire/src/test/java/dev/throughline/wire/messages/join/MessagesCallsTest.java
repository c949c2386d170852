package dev.throughline.wire.messages.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.Played;
import dev.throughline.wire.join.parts.Calls;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagesCallsTest {
    private static Calls calls(String blocks) {
        ReplyReader reader = Wires.of(Dialect.MESSAGES).wholeReply();
        Bytes body = Bytes.of(Played.quoted("{'content':[" + blocks + "]}"));
        reader.feed(body.array(), 0, body.length());
        return MessagesCalls.of(reader.finish(), Played.LOCAL);
    }

    @Test
    void local_calls_are_told_from_the_clients() {
        String recall = "{'type':'tool_use','id':'t1','name':'recall','input':{'q': 1}}";
        Bytes raw = Bytes.of(Played.quoted(recall));

        Calls found = calls("{'type':'text','text':'recall'}," + recall
                + ",{'type':'tool_use','id':'t2','name':'Bash','input':{}}");

        LocalCall call = new LocalCall("t1", "recall", Bytes.of("{\"q\": 1}"), raw);
        assertEquals(new Calls(List.of(call), true), found);
    }

    @Test
    void what_the_provider_runs_itself_is_nobodys_call() {
        assertFalse(calls("{'type':'server_tool_use','id':'s','name':'web_search','input':{}}")
                .hasClientCalls());
    }

    @Test
    void a_local_call_whose_input_was_cut_is_no_call() {
        assertEquals(
                new Calls(List.of(), false), calls("{'type':'tool_use','id':'t1','name':'recall','input':'{\\'q'}"));
    }
}
