package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.workingset.price.Counterfactual;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReplyHeadersTest {
    private final TurnFixture fixture = new TurnFixture();

    private RecordedTurn turn() {
        TurnReader.ReadRequest reading = new TurnReader(
                        fixture.handler(), fixture.inbound(ChatReplies.request(ChatReplies.user("One"))))
                .read()
                .orElseThrow();
        return reading.record(reading.open(0));
    }

    private static Headers forTurn(RecordedTurn turn, String policy, long in, long forwarded, long prefix) {
        return Headers.of(
                "x-throughline-session",
                turn.card().ref().id().toString(),
                "x-throughline-policy",
                policy,
                "x-throughline-tokens-in",
                Long.toString(in),
                "x-throughline-tokens-forwarded",
                Long.toString(forwarded),
                "x-throughline-prefix",
                Long.toString(prefix));
    }

    @ParameterizedTest
    @CsvSource({
        "REFUSED, off; refused",
        "REQUESTED, off; requested",
        "APPLY_TO_NONE, off; apply_to_none",
        "NO_AGENT, off; no_agent"
    })
    void a_turn_without_memory_says_why(MemoryOff off, String value) {
        assertEquals(Headers.of("x-throughline-memory", value), ReplyHeaders.of(off));
    }

    @Test
    void a_recorded_turn_that_was_not_edited_has_estimates() {
        RecordedTurn turn = turn();
        assertEquals(
                forTurn(turn, "off", turn.tokens(), turn.tokens(), turn.prefixTokens()),
                ReplyHeaders.of(Optional.empty(), Optional.of(turn), Optional.empty()));
    }

    @Test
    void an_edited_turn_has_its_sizes_in_tokens_of_the_provider() {
        RecordedTurn turn = turn();
        Counterfactual pair = new Counterfactual(
                new long[] {1}, new long[] {1}, new Counterfactual.Before(0, 1, /* isWarm= */ false));
        PromptToSend prompt = new PromptToSend(
                Bytes.EMPTY,
                /* isEdited= */ true,
                "auto",
                List.of(),
                new PromptToSend.Weight(50, 100, 20, 0, 1.5, pair));
        assertEquals(
                forTurn(turn, "auto", 150, 75, 30),
                ReplyHeaders.of(Optional.empty(), Optional.of(turn), Optional.of(prompt)));
    }

    @Test
    void a_bypass_is_named_whether_or_not_the_turn_was_recorded() {
        RecordedTurn turn = turn();
        Headers bypass = Headers.of("x-throughline-bypass", "store_full");
        assertEquals(bypass, ReplyHeaders.of(Optional.of("store_full"), Optional.empty(), Optional.empty()));
        Headers both = ReplyHeaders.of(Optional.of("store_full"), Optional.of(turn), Optional.empty());
        assertEquals(bypass.all().getFirst(), both.all().getFirst());
        assertEquals(6, both.all().size());
    }
}
