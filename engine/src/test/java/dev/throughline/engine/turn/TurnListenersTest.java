package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Tenant;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TurnListenersTest {
    private static final Inbound INBOUND = new Inbound(
            Tenant.LOCAL,
            ChatDialect.NAME,
            "POST",
            "/v1/chat/completions",
            Headers.NONE,
            Bytes.EMPTY,
            () -> Bytes.EMPTY,
            Optional.empty(),
            Instant.EPOCH);

    @Test
    void a_listener_that_throws_does_not_stop_the_others() {
        List<TurnEvent> received = new ArrayList<>();
        TurnListener broken = event -> {
            throw new IllegalStateException("broken on purpose at " + event);
        };
        TurnEvent event = new TurnEvent.Arrived(INBOUND);
        new TurnListeners(List.of(broken, received::add)).publish(event);
        assertEquals(List.of(event), received);
    }

    @Test
    void replies_are_collected_only_if_a_listener_wants_them() {
        TurnListener wants = new TurnListener() {
            @Override
            public void on(TurnEvent event) {}

            @Override
            public boolean wantsReplies() {
                return true;
            }
        };
        assertFalse(new TurnListeners(List.of(event -> {})).wantsReplies());
        assertTrue(new TurnListeners(List.of(event -> {}, wants)).wantsReplies());
    }
}
