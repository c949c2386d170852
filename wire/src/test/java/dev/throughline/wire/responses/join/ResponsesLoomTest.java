package dev.throughline.wire.responses.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Loom.Form;
import dev.throughline.wire.join.Played;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponsesLoomTest {
    @Test
    void a_round_goes_on_with_its_items_and_their_outputs() {
        String thought = Played.quoted("{'type':'reasoning','id':'rs','summary':[],'encrypted_content':'e'}");
        String call = Played.quoted(
                "{'type':'function_call','id':'f','call_id':'c','name':'recall','arguments':'{}','status':'completed'}");
        Played played = Played.of(Dialect.RESPONSES, Form.WHOLE, "{\"output\":[" + thought + "," + call + "]}");

        List<Bytes> elements = Wires.of(Dialect.RESPONSES)
                .loom()
                .continuation(Played.answered(played.rounds().getFirst()));

        assertEquals(
                List.of(
                        thought,
                        call,
                        Played.quoted("{'type':'function_call_output','call_id':'c','output':'found recall'}")),
                elements.stream().map(Bytes::utf8).toList());
    }
}
