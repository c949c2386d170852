package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.model.ProxyException;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StoreSessionCatalogTest {
    private final MemoryStore store = new MemoryStore();
    private final SessionCard card = store.find(SampleSession.in(store)).orElseThrow();
    private final SessionCatalog sessions = new StoreSessionCatalog(
            store, new CatalogSettings(new PriceTable(Map.of()), new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN));

    private void name(String name) {
        store.notes().write(card.ref(), NoteKind.INDEX, """
            {"sessionId":"%s","sessionFile":"archive.jsonl","parentSessionFile":null,"name":"%s",
            "description":"","summary":"","tags":[],"cwd":null,"createdAt":"2026-04-05T12:00:00Z",
            "updatedAt":"2026-04-05T12:00:00Z","model":null,"lastIndexedLeafId":null,"source":"rules",
            "nameSource":"rules"}\
            """.formatted(card.ref().id(), name));
    }

    @Test
    void names_are_read_once_if_nothing_names_sessions() {
        name("parser-work");
        assertEquals(card, sessions.named("parser-work"));
        name("changed-behind-its-back");
        assertEquals(card, sessions.named("Parser Work"), "no notes are read again");
        String id = card.ref().id().toString();
        assertEquals(card, sessions.named(id.substring(id.length() - 8)));
    }

    @Test
    void a_deleted_session_is_not_found_by_its_name() {
        name("parser-work");
        assertEquals(card, sessions.named("parser-work"));
        store.delete(card.ref(), Duration.ofSeconds(30));
        assertThrows(ProxyException.class, () -> sessions.named("parser-work"));
    }
}
