package dev.throughline.app.remember;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.app.command.sight.KeptSession;
import dev.throughline.app.library.Library;
import dev.throughline.app.room.MemoryRoom;
import dev.throughline.app.room.TestRooms;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.mcp.Tool;
import dev.throughline.search.Document;
import dev.throughline.search.Scope;
import dev.throughline.testkit.store.MemoryStore;
import dev.throughline.workingset.price.PriceTable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionToolsTest {
    private static final String ID = KeptSession.ID.toString();

    @TempDir
    private Path home = Path.of("");

    private Tool.Said call(String name, Map<String, Object> arguments) {
        return call(name, arguments, _ -> true);
    }

    private Tool.Said call(String name, Map<String, Object> arguments, Predicate<SessionCard> isOurs) {
        MemoryStore store = new MemoryStore();
        KeptSession.in(store);
        try (MemoryRoom room = TestRooms.open(home, Clock.systemUTC());
                Library library = Library.local(store, new PriceTable(Map.of()))) {
            room.hear(List.of(Document.of(Scope.SESSIONS, "sessions/" + ID + "/ab", "fix the parser")));
            return new SessionTools(work -> work.apply(room), work -> work.apply(library), isOurs)
                    .all().stream()
                            .filter(tool -> tool.name().equals(name))
                            .findFirst()
                            .orElseThrow()
                            .answering()
                            .answer(arguments);
        }
    }

    @Test
    void a_session_is_found_asked_and_brought_back() {
        String found = call("session_search", Map.of("query", "parser")).text();
        assertTrue(found.contains("sessions/" + ID + "/ab"), found);
        String passages = call(
                        "query_session", Map.of("session", ID.substring(0, 13), "question", "which tests failed?"))
                .text();
        assertTrue(passages.contains("tests failed"), passages);
        String page =
                call("recall", Map.of("session", ID, "offset", 0, "limit", 1)).text();
        assertTrue(page.contains("fix the parser"), page);
    }

    @Test
    void a_session_is_not_reached_by_a_few_letters_nor_from_another_project() {
        for (String tool : List.of("recall", "query_session")) {
            Map<String, Object> few = Map.of("session", ID.substring(0, 7), "question", "tests", "limit", 1);
            assertTrue(call(tool, few).isError(), tool);
            assertTrue(call(tool, few).text().contains("its first 8 letters at least"), tool);
            Map<String, Object> whole = Map.of("session", ID, "question", "tests", "limit", 1);
            Tool.Said foreign = call(tool, whole, _ -> false);
            assertTrue(foreign.isError() && foreign.text().contains("no session of this project"), foreign.text());
        }
    }

    @Test
    void what_is_wrong_is_said() {
        assertTrue(call("recall", Map.of("session", "nowhere", "id", "ab")).isError());
        assertTrue(call("query_session", Map.of("session", ID, "question", "")).isError());
        Tool.Said nothing = call("query_session", Map.of("session", ID, "question", "zebra"));
        assertEquals("Nothing in that session is about it.", nothing.text());
        assertFalse(nothing.isError());
    }
}
