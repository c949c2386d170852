package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.SessionAccess;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.sessions.CatalogSettings;
import dev.throughline.server.sessions.SessionDigests;
import dev.throughline.server.sessions.StoreSessionCatalog;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RestApiTest {
    private static final String CONTEXT = "/api/v1/sessions/" + SampleSession.ID + "/context";

    private final MemoryStore store = new MemoryStore();
    private final RestApi api = new RestApi(
            new StoreSessionCatalog(
                    store,
                    new CatalogSettings(new PriceTable(Map.of()), new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN)),
            () -> {
                throw new AssertionError("the status is not requested");
            },
            access(store),
            Optional.empty());

    /** What sessions of a store may read. */
    static SessionAccess access(MemoryStore store) {
        Projects projects = new Projects(Path.of("/home"), /* isByProject= */ true, Optional.empty());
        SessionDigests folders = new SessionDigests(store, new PriceTable(Map.of()), ScaffoldFilter.BUILT_IN);
        return new SessionAccess(
                store, new SessionProjects(store, projects, folders, ChatKeys.DEFAULT), ChatKeys.DEFAULT);
    }

    @Test
    void without_memory_a_request_that_names_a_session_reads_only_what_that_may() {
        SampleSession.in(store);
        String path = "/api/v1/sessions/" + SampleSession.ID;
        assertEquals(200, ask("GET", path, "").status());
        for (String[] reader : new String[][] {
            {"x-throughline-session", "agent:main:dm:eve"}, {"x-throughline-group", "g", "x-throughline-channel", "irc"}
        }) {
            Headers headers = Headers.of(reader);
            assertEquals(
                    404,
                    api.handle(new ReceivedRequest("GET", path, headers, Bytes.EMPTY))
                            .status());
            assertEquals(
                    403,
                    api.handle(new ReceivedRequest("PUT", path + "/todo", headers, Bytes.EMPTY))
                            .status());
        }
    }

    @Test
    void the_working_set_and_the_edits_are_served() {
        SampleSession.in(store);
        String view = ask("GET", CONTEXT, "").body().utf8();
        assertTrue(view.contains("\"origin\":\"cleared\",\"kind\":\"tool_result\",\"tool\":\"Read\""), view);
        String edits =
                ask("GET", CONTEXT.replace("context", "edits"), "").body().utf8();
        assertTrue(edits.contains("\"tokens_in\":800,\"tokens_forwarded\":480"), edits);
        assertTrue(edits.contains("\"change\":-0.4"), edits);
    }

    @Test
    void a_path_or_method_that_is_not_served_is_refused() {
        assertEquals(404, ask("GET", CONTEXT, "").status());
        assertEquals(404, ask("GET", "/api/v1/nothing", "").status());
        SampleSession.in(store);
        assertEquals(405, ask("PUT", CONTEXT, "x").status());
        assertEquals(400, ask("GET", CONTEXT + "?nonsense=1", "").status());
    }

    @Test
    void the_configuration_is_shown_with_its_origin_and_without_secrets() {
        Environment environment =
                new Environment(Map.of("THROUGHLINE_HELPER_KEY", "sk-secret"), Path.of("/u"), Path.of("/u"));
        Config config = Config.load(environment, Map.of("--port", "9"));
        String view = api.withConfig(config)
                .handle(new ReceivedRequest("GET", "/api/v1/config", Headers.of("host", "localhost"), Bytes.EMPTY))
                .body()
                .utf8();
        assertTrue(view.contains("{\"key\":\"port\",\"value\":\"9\",\"from\":\"--port\"}"), view);
        assertTrue(view.contains("\"value\":\"••••\",\"from\":\"THROUGHLINE_HELPER_KEY\""), view);
        assertTrue(view.contains("\"from\":\"default\""), view);
        assertFalse(view.contains("sk-secret"), view);
    }

    private PlainAnswer ask(String method, String target, String body) {
        return api.handle(new ReceivedRequest(method, target, Headers.of("host", "127.0.0.1:1"), Bytes.of(body)));
    }
}
