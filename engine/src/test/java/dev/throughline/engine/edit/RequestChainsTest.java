package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class RequestChainsTest {
    private static final Wire WIRE = Dialects.of(Dialect.CHAT);
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String FIRST = message("Build it.");

    private final RequestChains chains = new RequestChains(_ -> Set.of(), 1 << 20);

    private static String message(String text) {
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    private static RequestChain follow(RequestChains chains, int session, Purpose purpose, String... messages) {
        String body = "{\"model\":\"m\",\"messages\":[" + String.join(",", messages) + "]}";
        SessionRef ref = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(1, session)));
        Turn turn = new Turn(
                new TurnId(new UUID(2, session)),
                NOON,
                purpose,
                "test",
                Optional.empty(),
                WIRE,
                WIRE.decode(Bytes.of(body)));
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        RecordedTurn recorded = new RecordedTurn(
                turn,
                SessionCard.opened(ref, new SessionKey("key"), Optional.empty(), "test", NOON),
                Entry.ROOT,
                List.of(),
                Set.of(),
                0,
                0,
                new Receipt(1, done, done));
        return chains.follow(recorded, turn.request(), List.of());
    }

    @Test
    void the_next_request_takes_apart_only_what_is_new() {
        RequestChain first = follow(chains, 1, Purpose.CONVERSATION, FIRST);
        RequestChain second = follow(chains, 1, Purpose.CONVERSATION, FIRST, message("Go on."));
        assertSame(first.element(0), second.element(0));
        assertEquals(2, second.size());
    }

    @Test
    void a_side_request_uses_the_conversation_and_leaves_no_trace() {
        RequestChain first = follow(chains, 1, Purpose.CONVERSATION, FIRST);
        RequestChain side = follow(chains, 1, Purpose.ASIDE, FIRST, message("A title, please."));
        assertSame(first.element(0), side.element(0));
        RequestChain next = follow(chains, 1, Purpose.CONVERSATION, FIRST, message("Go on."));
        assertEquals(
                "Go on.",
                next.chain(WIRE, WIRE.decode(Bytes.of(body("Go on.")))).text(1));
        assertNotSame(side.element(1), next.element(1));
    }

    private static String body(String second) {
        return "{\"model\":\"m\",\"messages\":[" + FIRST + "," + message(second) + "]}";
    }

    @Test
    void chains_are_bounded_by_what_they_take_and_not_by_their_number() {
        for (int i = 0; i < 50; i++) {
            follow(chains, i, Purpose.CONVERSATION, message("word ".repeat(40_000)));
        }
        assertEquals(4, chains.size(), "as many as fit into a megabyte");
        RequestChains others = new RequestChains(_ -> Set.of(), 1 << 20);
        for (int i = 0; i < 50; i++) {
            follow(others, i, Purpose.CONVERSATION, FIRST);
        }
        assertTrue(others.size() >= 48, others.size() + " short ones");
    }

    @Test
    void a_chain_is_kept_however_large_it_is() {
        RequestChains small = new RequestChains(_ -> Set.of(), 1_000);
        String large = message("word ".repeat(20_000));
        RequestChain first = follow(small, 1, Purpose.CONVERSATION, large);
        assertSame(
                first.element(0),
                follow(small, 1, Purpose.CONVERSATION, large, FIRST).element(0));
    }
}
