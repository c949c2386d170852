package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.testkit.store.SampleSession;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HelperLedgerTest {
    private static final Instant EVENING = Instant.parse("2026-11-15T19:00:00Z");
    private static final Usage SOME = new Usage(100, 0, 0, 20);

    private final MemoryStore store = new MemoryStore();

    private List<Entry> helped(SessionRef session) {
        return store.entries(session, 0, 1_000).items().stream()
                .map(ArchivedEntry::entry)
                .filter(Entry.HelperCall.class::isInstance)
                .toList();
    }

    @Test
    void the_cost_of_a_question_is_archived_without_updating_the_session() {
        SessionRef session = SampleSession.in(store);
        SessionCard before = store.find(session).orElseThrow();
        try (HelperLedger ledger = new HelperLedger(store, Clock.fixed(EVENING, ZoneOffset.UTC))) {
            ledger.questionEnded(session, "flush", "small", new HelperAnswer.None<>("malformed", SOME));
            ledger.questionEnded(session, "flush", "small", new HelperAnswer.None<>("no_caller"));
        }
        assertEquals(List.of(new Entry.HelperCall(EVENING, "flush", "small", SOME)), helped(session));
        assertEquals(before, store.find(session).orElseThrow());
    }

    @Test
    void an_unknown_session_is_not_an_error() {
        SessionRef unknown = new SessionRef(Tenant.LOCAL, SessionId.of("0198c5a0-0000-7000-8000-00000000000f"));
        try (HelperLedger ledger = new HelperLedger(store, Clock.systemUTC())) {
            ledger.questionEnded(unknown, "flush", "small", new HelperAnswer.Answered<>("yes", SOME));
        }
        assertEquals(
                List.of(), store.sessions(Tenant.LOCAL, Optional.empty(), 10).items());
    }
}
