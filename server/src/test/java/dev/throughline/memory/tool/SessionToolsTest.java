package dev.throughline.memory.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.mcp.McpTool;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.search.index.IndexSettings;
import dev.throughline.server.sessions.CatalogSettings;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.StoreSessionCatalog;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionToolsTest {
    private static final String ID = SampleSession.ID.toString();

    /** A session that began in the same minute. */
    private static final SessionId OTHER = SessionId.of(ID.substring(0, 24) + "abcdefabcdef");

    @TempDir
    private Path home = Path.of("");

    private McpTool.McpAnswer call(String name, Map<String, Object> arguments) {
        return call(name, arguments, SessionTools.SessionFilter.ALL);
    }

    private static SessionTools.SessionFilter ours(Predicate<SessionCard> sessions, Predicate<Entry.Node> pieces) {
        return new SessionTools.SessionFilter(sessions, (_, _) -> pieces);
    }

    private McpTool.McpAnswer call(String name, Map<String, Object> arguments, SessionTools.SessionFilter filter) {
        MemoryStore store = new MemoryStore();
        SampleSession.in(store);
        store.notes()
                .write(
                        new SessionRef(Tenant.LOCAL, SampleSession.ID),
                        NoteKind.INDEX,
                        "{\"sessionId\":\"" + ID + "\",\"sessionFile\":\"sessions/" + ID
                                + "/archive.jsonl\",\"name\":\"parser-work\",\"description\":\"A parser.\","
                                + "\"summary\":\"A parser.\",\"tags\":[],\"createdAt\":\"2026-11-15T12:00:00Z\","
                                + "\"updatedAt\":\"2026-11-15T12:00:00Z\",\"source\":\"rules\","
                                + "\"nameSource\":\"rules\"}");
        store.open(
                Tenant.LOCAL,
                new SessionKey("other"),
                () -> new Store.Opening(OTHER, Optional.empty(), "stranger", Instant.EPOCH));
        try (ProjectMemory room = open(home);
                SessionCatalog sessions = new StoreSessionCatalog(
                        store,
                        new CatalogSettings(
                                new PriceTable(Map.of()), new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN))) {
            room.index(List.of(SearchDocument.of(SearchScope.SESSIONS, "sessions/" + ID + "/ab", "fix the parser")));
            return new SessionTools(
                            work -> work.apply(room),
                            work -> work.apply(sessions),
                            filter,
                            SessionTools.SessionAsker.PASSAGES)
                    .all().stream()
                            .filter(tool -> tool.name().equals(name))
                            .findFirst()
                            .orElseThrow()
                            .handler()
                            .answer(arguments);
        }
    }

    @Test
    void a_session_is_found_searched_and_recalled() {
        String found = call("session_search", Map.of("query", "parser")).text();
        assertTrue(found.contains("sessions/" + ID + "/ab"), found);
        String passages = call("query_session", Map.of("session", ID.substring(24), "question", "which tests failed?"))
                .text();
        assertTrue(passages.contains("tests failed"), passages);
        String page =
                call("recall", Map.of("session", ID, "offset", 0, "limit", 1)).text();
        assertTrue(page.contains("fix the parser"), page);
    }

    @Test
    void a_session_is_named_by_its_id_its_key_or_its_name_and_not_from_another_project() {
        for (String tool : List.of("recall", "query_session")) {
            for (String name : List.of(ID, ID.substring(28), "a session", "parser-work", "Parser Work", "parsr")) {
                Map<String, Object> arguments = Map.of("session", name, "question", "tests", "limit", 1);
                assertFalse(call(tool, arguments).isError(), tool + " " + name);
                McpTool.McpAnswer foreign = call(tool, arguments, ours(_ -> false, _ -> true));
                assertTrue(foreign.isError() && foreign.text().contains("there is no session"), foreign.text());
            }
            assertTrue(call(tool, Map.of("session", ID.substring(0, 3), "question", "tests"))
                    .isError());
        }
    }

    @Test
    void a_session_of_another_project_is_invisible() {
        Map<String, Object> begun = Map.of("session", ID.substring(0, 13), "offset", 0, "limit", 1);
        McpTool.McpAnswer both = call("recall", begun);
        assertTrue(both.isError() && both.text().contains("matches 2 sessions"), both.text());
        assertTrue(both.text().contains(OTHER + " (no name)"), both.text());
        McpTool.McpAnswer ours =
                call("recall", begun, ours(card -> !card.ref().id().equals(OTHER), _ -> true));
        assertTrue(!ours.isError() && ours.text().contains("fix the parser"), ours.text());
    }

    @Test
    void an_item_of_another_project_is_not_recalled() {
        SessionTools.SessionFilter none = ours(_ -> true, _ -> false);
        String page =
                call("recall", Map.of("session", ID, "offset", 0, "limit", 1)).text();
        String handle = page.replaceFirst("(?s).*?== (\\w{8}) .*", "$1");
        for (Map<String, Object> asked : List.<Map<String, Object>>of(
                Map.of("session", ID, "offset", 0, "limit", 9),
                Map.of("session", ID, "query", "parser"),
                Map.of("session", ID, "id", handle))) {
            assertTrue(call("recall", asked).text().contains("parser"), asked.toString());
            assertFalse(call("recall", asked, none).text().contains("fix the parser"), asked.toString());
        }
        assertEquals(
                "Nothing in that session is about it.",
                call("query_session", Map.of("session", ID, "question", "which tests failed?"), none)
                        .text());
    }

    @Test
    void problems_are_reported() {
        assertTrue(call("recall", Map.of("session", "nowhere", "id", "ab")).isError());
        assertTrue(call("query_session", Map.of("session", ID, "question", "")).isError());
        McpTool.McpAnswer nothing = call("query_session", Map.of("session", ID, "question", "zebra"));
        assertEquals("Nothing in that session is about it.", nothing.text());
        assertFalse(nothing.isError());
    }

    /** A project without embeddings, so that no model is loaded. */
    private static ProjectMemory open(Path home) {
        SearchSettings words = new SearchSettings(
                SearchSettings.Embeddings.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                SearchSettings.HitOrder.DEFAULT,
                IndexSettings.Sizes.DEFAULT);
        return ProjectMemory.open(
                new Project("", home.resolve("workspace"), home.resolve("index")),
                new ProjectMemory.OpenOptions(
                        Clock.systemUTC(),
                        HelperModel.NONE,
                        new ConfiguredEmbedder(words, _ -> null),
                        MemoryLimits.DEFAULT,
                        words,
                        Duration.ZERO,
                        Optional.empty()));
    }
}
