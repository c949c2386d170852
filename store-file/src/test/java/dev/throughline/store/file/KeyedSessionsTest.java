package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyedSessionsTest {
    private static final SessionKey KEY = new SessionKey("key");
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path root;

    private final Ids ids = new Ids(new Random(1));
    private final SessionCards cards = new SessionCards();
    private final List<Boolean> durable = new ArrayList<>();
    private boolean isBroken;

    private KeyedSessions load() throws IOException {
        KeyTable keys = new KeyTable(TestHome.home(root), cards);
        keys.load();
        return new KeyedSessions(keys, cards::find, (card, isDurable) -> {
            if (isBroken) {
                throw new IllegalStateException("the disk is full");
            }
            durable.add(isDurable);
            cards.put(new CountedCard(card, 0));
            keys.claim(card);
        });
    }

    private Store.Opening opening() {
        return new Store.Opening(ids.session(NOW), Optional.empty(), "test", NOW);
    }

    @Test
    void only_the_opening_of_a_replacement_is_durable_before_its_key_moves() throws IOException {
        KeyedSessions sessions = load();
        SessionCard first = sessions.open(Tenant.LOCAL, KEY, this::opening);
        SessionCard second = sessions.replace(Tenant.LOCAL, KEY, first.ref().id(), opening());
        assertEquals(List.of(false, true), durable);
        assertEquals(Optional.of(second), load().find(Tenant.LOCAL, KEY));
    }

    @Test
    void a_session_that_gets_a_free_key_instead_is_durable_too() throws IOException {
        KeyedSessions sessions = load();
        SessionCard fresh = sessions.replace(Tenant.LOCAL, KEY, ids.session(NOW), opening());
        assertEquals(List.of(true), durable);
        assertEquals(Optional.of(fresh), load().find(Tenant.LOCAL, KEY));
    }

    @Test
    void a_key_stays_if_the_new_session_cannot_be_written() throws IOException {
        KeyedSessions sessions = load();
        SessionCard first = sessions.open(Tenant.LOCAL, KEY, this::opening);
        isBroken = true;
        assertThrows(
                IllegalStateException.class,
                () -> sessions.replace(Tenant.LOCAL, KEY, first.ref().id(), opening()));
        assertEquals(Optional.of(first), sessions.find(Tenant.LOCAL, KEY));
    }
}
