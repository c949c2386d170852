package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.learn.TestMemory;
import dev.throughline.server.sessions.CatalogSettings;
import dev.throughline.server.sessions.StoreSessionCatalog;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryRestApiTest {
    private static final String TODAY = "memory/2026-04-05.md";

    @TempDir
    private Path user = Path.of("");

    private MemoryService memory;
    private RestApi api;

    @BeforeEach
    void open() {
        MemoryStore store = new MemoryStore();
        Config config = Config.load(new Environment(Map.of(), user, user), Map.of("--search-embeddings", "none"));
        Clock clock = Clock.fixed(Instant.parse("2026-04-05T10:15:00Z"), ZoneOffset.UTC);
        memory = TestMemory.of(config, store, clock);
        api = new RestApi(
                new StoreSessionCatalog(
                        store,
                        new CatalogSettings(
                                new PriceTable(Map.of()), new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN)),
                () -> {
                    throw new AssertionError("the status is not requested");
                },
                memory.access(),
                Optional.of(memory));
    }

    @AfterEach
    void close() {
        memory.close();
    }

    private PlainAnswer ask(String method, String target, String type, String body) {
        Headers headers = Headers.of("host", "127.0.0.1:1", "content-type", type);
        return api.handle(new ReceivedRequest(method, "/api/v1/" + target, headers, Bytes.of(body)));
    }

    private PlainAnswer ask(String method, String target) {
        return ask(method, target, "text/plain", "");
    }

    private static void assertSays(int status, String sentence, PlainAnswer answer) {
        assertEquals(status, answer.status(), answer.body().utf8());
        assertTrue(answer.body().utf8().contains(sentence), answer.body().utf8());
    }

    @Test
    void a_line_is_added_from_plain_text_and_from_json() {
        String kept = ask("POST", "memory", "text/plain", "I use tabs.").body().utf8();
        assertTrue(kept.contains("\"kept\":true,\"path\":\"" + TODAY + "\",\"lines\":[\"- I use tabs."), kept);
        String json = ask("POST", "memory", "application/json; charset=utf-8", "{\"text\":\"Releases on Thursday\"}")
                .body()
                .utf8();
        assertTrue(json.contains("\"lines\":[\"- Releases on Thursday"), json);
        assertSays(200, "\"kept\":false", ask("POST", "memory", "text/plain", "I use tabs."));
        assertSays(200, "Releases on Thursday", ask("GET", "memory?path=" + TODAY));
        assertSays(200, "I use tabs.", ask("GET", "search?q=tabs"));
        assertSays(200, "\"date\":\"2026-04-05\"", ask("GET", "search?q=tabs"));
    }

    @Test
    void irrelevant_results_are_omitted_and_counted() {
        ask("POST", "memory", "text/plain", "I use tabs in the parser.");
        String words = "search?q=quantum+chromodynamics+laboratory+in+a+distant+parser";
        assertSays(200, "\"unfit\":1,\"results\":[]", ask("GET", words));
        assertSays(200, "I use tabs", ask("GET", words + "&min_score=0"));
    }

    @Test
    void a_text_that_is_not_admitted_is_refused() {
        assertSays(400, "no text to remember", ask("POST", "memory"));
        assertSays(400, "no text to remember", ask("POST", "memory", "application/json", "{\"text\":\" \"}"));
        assertSays(400, "{\\\"text\\\":", ask("POST", "memory", "application/json", "{\"content\":\"a\"}"));
        assertSays(400, "Send a JSON object", ask("POST", "memory", "application/json", "I use tabs."));
        assertSays(400, "Send a JSON object", ask("POST", "memory", "application/json", "null"));
        assertSays(413, "at most 1000 characters", ask("POST", "memory", "text/plain", "word ".repeat(300)));
        assertSays(200, "fewer than 3 letters", ask("POST", "memory", "text/plain", "ab"));
    }

    @Test
    void invalid_numbers_are_reported_with_their_name() {
        ask("POST", "memory", "text/plain", "I use tabs.");
        assertSays(
                400, "'abc' is not a whole number; correct 'from'", ask("GET", "memory?path=" + TODAY + "&from=abc"));
        assertSays(400, "'lines' is 0; it must be from 1 to", ask("GET", "memory?path=" + TODAY + "&lines=0"));
        assertSays(400, "'abc' is not a whole number; correct 'limit'", ask("GET", "search?q=a&limit=abc"));
        assertSays(400, "'limit' is 0; it must be from 1 to 200", ask("GET", "search?q=a&limit=0"));
        assertSays(400, "'abc' is not a number; correct 'min_score'", ask("GET", "search?q=a&min_score=abc"));
        assertSays(400, "from 0 to 1, found 5.0", ask("GET", "search?q=a&min_score=5"));
        assertSays(400, "'abc' is not a whole number; correct 'limit'", ask("GET", "sessions?limit=abc"));
        assertSays(400, "The query has no 'q'", ask("GET", "search"));
    }

    @Test
    void an_unknown_path_is_not_found() throws IOException {
        assertSays(404, "found none", ask("GET", "memory?path=topics/none.md"));
        assertSays(404, "found none", ask("DELETE", "memory?path=topics/none.md"));
        assertSays(404, "Nothing is served at", ask("POST", "memory/bogus"));
        assertSays(405, "use DELETE or GET or POST", ask("PUT", "memory"));
        assertSays(404, "no_such_project", ask("GET", "memory?project=/not/here"));
        assertSays(404, "no_such_project", ask("POST", "memory?project=typo", "text/plain", "I use tabs."));
        Files.createDirectories(user.resolve("parser/.git"));
        assertSays(200, "\"pages\":[]", ask("GET", "memory?project=" + user.resolve("parser")));
        assertFalse(Files.exists(user.resolve(".local/share/throughline/projects")), "reading creates no folders");
    }

    @Test
    void a_change_is_undone_and_redone_and_a_page_is_removed() {
        assertSays(200, "\"done\":false", ask("POST", "memory/undo"));
        ask("POST", "memory", "text/plain", "I use tabs.");
        assertSays(200, "\"gone\":[\"# 2026-04-05\",\"- I use tabs.", ask("POST", "memory/undo"));
        assertSays(200, "\"back\":[\"# 2026-04-05\",\"- I use tabs.", ask("POST", "memory/redo"));
        assertSays(200, "\"removed\":true", ask("DELETE", "memory?path=" + TODAY));
        assertSays(200, "\"status\":\"ok\",\"why\":\"\"", ask("POST", "memory/index"));
        assertSays(200, "\"sessions\":0,\"merge\":\"unchanged\"", ask("POST", "memory/consolidate"));
    }
}
