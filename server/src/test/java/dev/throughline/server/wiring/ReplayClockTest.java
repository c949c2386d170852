package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Tenant;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplayClockTest {
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
    private static final Instant RECORDED = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ReplayClock clock = new ReplayClock(Clock.fixed(NOW, ZoneOffset.UTC));

    private static Inbound inbound(Headers headers) {
        Bytes body = Bytes.of("{}");
        return new Inbound(
                Tenant.LOCAL, ChatDialect.NAME, "POST", "/v1/chat", headers, body, () -> body, Optional.empty(), NOW);
    }

    @Test
    void it_shows_the_time_of_the_request_that_arrived_last() {
        ZoneId tokyo = ZoneId.of("Asia/Tokyo");
        Clock inTokyo = clock.withZone(tokyo);
        assertEquals(NOW, clock.instant());
        clock.on(new TurnEvent.Arrived(inbound(Headers.of("X-Throughline-Time", RECORDED.toString()))));
        clock.on(new TurnEvent.Arrived(inbound(Headers.of())));
        clock.on(new TurnEvent.Arrived(inbound(Headers.of("X-Throughline-Time", "yesterday"))));
        assertEquals(RECORDED, clock.instant());
        assertEquals(RECORDED, inTokyo.instant());
        assertEquals(tokyo, inTokyo.getZone());
        assertEquals(ZoneOffset.UTC, clock.getZone());
    }

    @Test
    void a_turn_waits_until_memory_has_learned_from_turns_that_have_ended() throws InterruptedException {
        Inbound first = inbound(Headers.of());
        Inbound equal = inbound(Headers.of());
        clock.awaitEndedTurns();
        clock.on(new TurnEvent.UpstreamReplied(first, 200, Bytes.EMPTY));
        clock.on(new TurnEvent.UpstreamReplied(equal, 200, Bytes.EMPTY));
        Thread next = Thread.ofVirtual().start(clock::awaitEndedTurns);
        clock.learned(first);
        assertFalse(next.join(Duration.ofMillis(50)));
        clock.learned(equal);
        assertTrue(next.join(LONG));
    }
}
