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
    private static ModelRequest asked(String text) {
        ReceivedRequest received = new ReceivedRequest(0, "POST", "/", Headers.NONE, Bytes.EMPTY, Instant.EPOCH);
        return new ModelRequest(
                received, SimulatedDialect.RESPONSES, JsonNodes.object().put("input", text));
    }

    @Test
    void answers_come_in_order_and_the_last_one_stays() {
        Script script = Script.inOrder(Answer.text("one"), Answer.text("two"));
        assertEquals(Answer.text("one"), script.answer(asked("")));
        assertEquals(Answer.text("two"), script.answer(asked("")));
        assertEquals(Answer.text("two"), script.answer(asked("")));
    }

    @Test
    void the_newest_user_text_chooses() {
        Script script = Script.byLastUserText(Map.of("ping", Answer.text("pong")), Answer.text("what?"));
        assertEquals(Answer.text("pong"), script.answer(asked("a ping")));
        assertEquals(Answer.text("what?"), script.answer(asked("a bell")));
    }
}
