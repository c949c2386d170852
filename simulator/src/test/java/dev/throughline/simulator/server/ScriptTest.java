package dev.throughline.simulator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptTest {
    private static ModelRequest request(String text) {
        ReceivedRequest received = new ReceivedRequest(0, "POST", "/", Headers.NONE, Bytes.EMPTY, Instant.EPOCH);
        return new ModelRequest(
                received, SimulatedDialect.RESPONSES, JsonNodes.object().put("input", text));
    }

    @Test
    void answers_are_given_in_order_and_the_last_one_repeats() {
        Script script = Script.inOrder(Answer.text("one"), Answer.text("two"));
        assertEquals(Answer.text("one"), script.answer(request("")));
        assertEquals(Answer.text("two"), script.answer(request("")));
        assertEquals(Answer.text("two"), script.answer(request("")));
    }

    @Test
    void the_last_user_text_selects_the_answer() {
        Script script = Script.byLastUserText(Map.of("ping", Answer.text("pong")), Answer.text("what?"));
        assertEquals(Answer.text("pong"), script.answer(request("a ping")));
        assertEquals(Answer.text("what?"), script.answer(request("a bell")));
    }
}
