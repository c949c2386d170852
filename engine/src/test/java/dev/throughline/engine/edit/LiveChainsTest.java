package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class LiveChainsTest {
    private static final Wire WIRE = Wires.of(Dialect.CHAT);

    private static LiveChain follow(LiveChains chains, int session, int characters) {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\""
                + "word ".repeat(characters / 5) + "\"}]}";
        SessionRef ref = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(1, session)));
        return chains.follow(ref, WIRE, WIRE.decode(Bytes.of(body)), List.of());
    }

    @Test
    void large_chains_are_bounded_by_what_they_take_and_not_by_their_number() {
        LiveChains chains = new LiveChains(_ -> Set.of(), 1 << 20);
        for (int i = 0; i < 50; i++) {
            follow(chains, i, 200_000);
        }
        assertEquals(4, chains.size(), "as many as fit into a megabyte");
        for (int i = 0; i < 50; i++) {
            follow(chains, i, 100);
        }
        assertTrue(chains.size() >= 48, chains.size() + " short ones");
    }

    @Test
    void the_one_in_use_stays_however_large_it_is() {
        LiveChains chains = new LiveChains(_ -> Set.of(), 1_000);
        LiveChain first = follow(chains, 1, 100_000);
        assertSame(first, follow(chains, 1, 100_005));
        follow(chains, 2, 100_000);
        assertNotSame(first, follow(chains, 1, 100_010));
        assertEquals(1, chains.size());
    }
}
