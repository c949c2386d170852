package dev.throughline.wire.messages.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Loom.Form;
import dev.throughline.wire.join.Played;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagesLoomTest {
    @Test
    void a_round_goes_on_with_what_was_said_and_its_results_but_without_empty_texts() {
        String said =
                "{'type':'thinking','thinking':'hm','signature':'s'},%s{'type':'tool_use','id':'t1','name':'recall','input':{}},{'type':'tool_use','id':'t2','name':'memory_get','input':{}}";
        Played played = Played.of(
                Dialect.MESSAGES,
                Form.WHOLE,
                Played.quoted("{'content':[" + said.formatted("{'type':'text','text':' '},") + "]}"));

        List<Bytes> elements = Wires.of(Dialect.MESSAGES)
                .loom()
                .continuation(Played.answered(played.rounds().getFirst()));

        assertEquals(
                List.of(
                        "{'role':'assistant','content':[" + said.formatted("") + "]}",
                        "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':'found"
                                + " recall'},{'type':'tool_result','tool_use_id':'t2','content':'found memory_get'}]}"),
                elements.stream().map(one -> one.utf8().replace('"', '\'')).toList());
    }
}
