package dev.throughline.wire.join.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Answered;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.Hidden.Stretch;
import dev.throughline.wire.join.Loom.Form;
import dev.throughline.wire.join.Played;
import dev.throughline.wire.join.Round;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HidingTest {
    private static final String CALL = Played.quoted("{'type':'tool_use','id':'t','name':'recall','input':{}}");
    private static final Round ROUND = Played.of(
                    Dialect.MESSAGES,
                    Form.WHOLE,
                    Played.quoted("{'content':[{'type':'text','text':'a'},{'type':'text','text':' '}," + CALL + "]}"))
            .rounds()
            .getFirst();
    private final Hiding hiding =
            new Hiding(Wires.of(Dialect.MESSAGES), (call, result) -> Bytes.of("\"" + result.text() + "\""));

    @Test
    void calls_that_were_answered_are_hidden_behind_what_was_seen() {
        Stretch round = hiding.of(List.of(Played.answered(ROUND)))
                .orElseThrow()
                .rounds()
                .getFirst();

        assertEquals(List.of(new Hidden.Pair(2, Bytes.of(CALL), Bytes.of("\"found recall\""))), round.pairs());
        assertEquals(
                List.of(1, 0), round.seen().stream().map(Hidden.Seen::length).toList());
        assertEquals(ItemKind.ASSISTANT, round.seen().getFirst().kind());
    }

    @Test
    void a_call_without_an_answer_is_forgotten() {
        assertEquals(Optional.empty(), hiding.of(List.of(new Answered(ROUND, List.of()))));
    }
}
