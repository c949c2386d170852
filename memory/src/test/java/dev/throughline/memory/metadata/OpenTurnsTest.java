package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.memory.Stage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.wire.messages.MessagesDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OpenTurnsTest {
    private final MemoryStore store = new MemoryStore();
    private final SessionRef session = SampleSession.in(store);
    private final OpenTurns turns = new OpenTurns();

    private static Inbound inbound() {
        return new Inbound(
                Tenant.LOCAL,
                MessagesDialect.NAME,
                "POST",
                "/v1/messages",
                Headers.NONE,
                Bytes.EMPTY,
                () -> Bytes.EMPTY,
                Optional.empty(),
                Instant.EPOCH);
    }

    private void begin(Inbound inbound) {
        turns.on(new TurnEvent.PromptDecided(inbound, SampleSession.recorded(store, session), Optional.empty()));
    }

    private void end(Inbound inbound) {
        turns.on(new TurnEvent.Finished(
                inbound,
                Optional.empty(),
                Optional.empty(),
                200,
                Optional.empty(),
                Optional.empty(),
                Exchange.Outcome.COMPLETE,
                Duration.ZERO,
                Duration.ZERO));
    }

    @Test
    void a_turn_is_open_until_it_is_finished() {
        Inbound one = inbound();
        Inbound two = inbound();
        assertTrue(turns.await(session, Duration.ZERO));
        begin(one);
        begin(two);
        assertFalse(turns.await(session, Duration.ZERO));
        assertTrue(turns.await(Stage.session(9), Duration.ZERO), "another session");
        end(one);
        assertFalse(turns.await(session, Duration.ZERO), "an equal request is another turn");
        end(two);
        assertTrue(turns.await(session, Duration.ZERO));
    }

    @Test
    void a_command_is_an_open_turn_although_it_has_no_prompt() {
        Inbound command = inbound();
        turns.on(new TurnEvent.Recorded(command, SampleSession.recorded(store, session)));
        assertFalse(turns.await(session, Duration.ZERO));
        end(command);
        assertTrue(turns.await(session, Duration.ZERO));
    }

    @Test
    void who_waits_goes_on_when_the_turn_ends() throws InterruptedException {
        Inbound inbound = inbound();
        begin(inbound);
        List<Boolean> ended = new ArrayList<>();
        Thread waiting = Thread.ofVirtual().start(() -> ended.add(turns.await(session, Duration.ofMinutes(1))));
        end(inbound);
        waiting.join();
        assertEquals(List.of(true), ended);
    }
}
