package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import dev.throughline.testkit.store.SampleEntries;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionCardsTest {
    private final SessionCards cards = new SessionCards();
    private final SampleEntries samples = new SampleEntries(new Random(5));

    @Test
    void repeated_entries_are_counted_once() {
        SessionCard card = card("a");
        cards.put(new CountedCard(card, 0));
        List<Entry> entries = List.of(samples.node(), samples.node(), samples.node());
        cards.advance(card.ref(), 1, entries.subList(0, 2));
        cards.advance(card.ref(), 1, entries);
        cards.advance(card.ref(), 3, entries.subList(2, 3));
        CountedCard line = cards.find(card.ref()).orElseThrow();
        assertEquals(3, line.sequence());
        assertEquals(3, line.card().items());
    }

    @Test
    void a_malformed_cursor_is_rejected_as_unreadable() {
        cards.put(new CountedCard(card("a"), 0));
        for (String cursor : List.of("", "x", "%%%", "MjAyNg")) {
            TestHome.assertCode("cursor_unreadable", () -> cards.page(Tenant.LOCAL, Optional.of(cursor), 1));
        }
    }

    @Test
    void a_session_card_takes_less_than_1000_bytes() {
        int sessions = 20_000;
        Ids ids = new Ids(new Random(1));
        long before = used();
        for (int i = 0; i < sessions; i++) {
            SessionRef ref = new SessionRef(Tenant.LOCAL, ids.session(samples.time()));
            SessionKey key = new SessionKey("codex 0198c59f-7c1e-7d3a-8a50-" + i);
            cards.put(new CountedCard(SessionCard.opened(ref, key, Optional.empty(), "codex", samples.time()), 0));
            cards.advance(ref, 1, List.of(samples.node(), samples.node()));
        }
        long each = (used() - before) / sessions;
        assertEquals(sessions, cards.all().size());
        assertTrue(each < 1_000, each + " bytes each");
    }

    private static long used() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    private SessionCard card(String key) {
        SessionRef ref = new SessionRef(Tenant.LOCAL, new Ids(new Random(1)).session(samples.time()));
        return SessionCard.opened(ref, new SessionKey(key), Optional.empty(), "test", samples.time());
    }
}
