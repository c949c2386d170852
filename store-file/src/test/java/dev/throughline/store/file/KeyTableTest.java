package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.archive.Store.PastSession;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyTableTest {
    private static final SessionKey KEY = new SessionKey("key");
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path root;

    private final Ids ids = new Ids(new Random(1));
    private final SessionCards cards = new SessionCards();

    private SessionCard card(String key, Instant created) {
        SessionRef ref = new SessionRef(Tenant.LOCAL, ids.session(created));
        SessionCard card = SessionCard.opened(ref, new SessionKey(key), Optional.empty(), "test", created);
        cards.put(new CountedCard(card, 0));
        return card;
    }

    private KeyTable load() throws IOException {
        KeyTable table = new KeyTable(TestHome.home(root), cards);
        table.load();
        return table;
    }

    @Test
    void keys_of_cards_need_no_file() throws IOException {
        SessionCard card = card("key", NOW);
        KeyTable table = load();
        SessionCard other = card("other", NOW);
        table.claim(other);
        table.logClaim(other);
        assertEquals(Optional.of(card.ref()), table.find(Tenant.LOCAL, KEY));
        assertEquals(Optional.of(other.ref()), table.find(Tenant.LOCAL, other.key()));
        assertFalse(Files.exists(root.resolve("keys.jsonl")));
    }

    @Test
    void a_replacement_that_a_crash_ended_did_not_take_place() throws IOException {
        SessionCard newer = card("key", NOW.plusSeconds(1));
        SessionCard older = card("key", NOW);
        assertEquals(Optional.of(older.ref()), load().find(Tenant.LOCAL, KEY));
        cards.remove(older.ref());
        assertEquals(Optional.of(newer.ref()), load().find(Tenant.LOCAL, KEY));
    }

    @Test
    void a_pointer_wins_over_the_key_of_a_card() throws IOException {
        SessionCard older = card("key", NOW);
        SessionCard newer = card("key", NOW.plusSeconds(1));
        KeyTable table = load();
        assertTrue(table.move(KEY, newer.ref(), NOW));
        KeyHistory moved = new KeyHistory(
                newer.ref().id(), List.of(new PastSession(older.ref().id(), NOW)));
        assertEquals(Optional.of(moved), table.history(Tenant.LOCAL, KEY));
        assertEquals(Optional.of(moved), load().history(Tenant.LOCAL, KEY));
        assertFalse(table.move(KEY, new SessionRef(Tenant.LOCAL, ids.session(NOW)), NOW));
    }

    @Test
    void a_session_that_was_deleted_without_the_table_is_forgotten_at_the_next_start() throws IOException {
        SessionCard older = card("key", NOW);
        SessionCard newer = card("key", NOW.plusSeconds(1));
        KeyTable table = load();
        assertTrue(table.move(KEY, newer.ref(), NOW));
        cards.remove(newer.ref());
        Optional<KeyHistory> expected = Optional.of(new KeyHistory(older.ref().id(), List.of()));
        assertEquals(expected, table.history(Tenant.LOCAL, KEY));
        table = load();
        assertEquals(expected, table.history(Tenant.LOCAL, KEY));
        cards.remove(older.ref());
        assertEquals(Optional.empty(), table.find(Tenant.LOCAL, KEY));
        SessionCard fresh = card("key", NOW);
        table.claim(fresh);
        table.logClaim(fresh);
        assertEquals(Optional.of(fresh.ref()), table.find(Tenant.LOCAL, KEY));
        assertEquals(Optional.of(fresh.ref()), load().find(Tenant.LOCAL, KEY));
    }

    @Test
    void the_log_does_not_grow_without_limit() throws IOException {
        SessionCard first = card("key", NOW);
        SessionCard second = card("other", NOW);
        KeyTable table = load();
        for (int i = 0; i < 150; i++) {
            assertTrue(table.move(KEY, (i % 2 == 0 ? second : first).ref(), NOW.plusSeconds(i)));
        }
        assertTrue(Files.size(root.resolve("keys.jsonl")) < 200_000, () -> "the log was not rewritten");
        assertEquals(table.history(Tenant.LOCAL, KEY), load().history(Tenant.LOCAL, KEY));
    }

    @Test
    void a_key_stays_free_while_an_older_session_was_opened_under_it() throws IOException {
        SessionCard opened = card("key", NOW);
        SessionCard other = card("other", NOW);
        KeyTable table = load();
        for (int i = 0; i <= KeyHistory.MAX_PAST; i++) {
            assertTrue(table.move(KEY, other.ref(), NOW)); // The first session leaves the history.
        }
        cards.remove(other.ref());
        table.forget(other);
        assertEquals(Optional.empty(), table.find(Tenant.LOCAL, KEY));
        assertEquals(Optional.empty(), load().find(Tenant.LOCAL, KEY));
        assertTrue(cards.find(opened.ref()).isPresent());
    }
}
