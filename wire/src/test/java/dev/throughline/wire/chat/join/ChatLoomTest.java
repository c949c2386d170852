package dev.throughline.wire.chat.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Loom.Form;
import dev.throughline.wire.join.Played;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChatLoomTest {
    @Test
    void a_round_goes_on_with_its_message_but_without_members_that_say_nothing() {
        String calls = "'tool_calls':[{'id':'c','type':'function','function':{'name':'recall','arguments':'{}'}}]";
        Played played = Played.of(
                Dialect.CHAT,
                Form.WHOLE,
                Played.quoted(
                        "{'choices':[{'message':{'role':'assistant','content':null,'refusal':null,'annotations':[],'reasoning_content':'hm',"
                                + calls + "},'finish_reason':'tool_calls'}]}"));

        List<Bytes> elements = Wires.of(Dialect.CHAT)
                .loom()
                .continuation(Played.answered(played.rounds().getFirst()));

        assertEquals(
                List.of(
                        Played.quoted("{'role':'assistant','content':null,'reasoning_content':'hm'," + calls + "}"),
                        Played.quoted("{'role':'tool','tool_call_id':'c','content':'found recall'}")),
                elements.stream().map(Bytes::utf8).toList());
    }
}
