package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.server.sessions.CatalogSettings;
import dev.throughline.server.sessions.StoreSessionCatalog;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SessionStateRestApiTest {
    private static final String NOTE = "/api/v1/sessions/" + SampleSession.ID + "/todo";

    private final MemoryStore store = new MemoryStore();
    private final RestApi api = new RestApi(
            new StoreSessionCatalog(
                    store,
                    new CatalogSettings(new PriceTable(Map.of()), new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN)),
            () -> {
                throw new AssertionError("the status is not requested");
            },
            RestApiTest.access(store),
            Optional.empty());

    @Test
    void a_note_is_replaced_and_read() {
        SampleSession.in(store);
        String empty = "{\"session\":\"" + SampleSession.ID + "\",\"note\":\"todo\",\"text\":\"\"}";
        String full = empty.replace("\"\"", "\"- one\"");
        assertEquals(empty, ask("GET", NOTE, "").body().utf8());
        assertEquals(full, ask("PUT", NOTE, "- one").body().utf8());
        assertEquals(full, ask("GET", NOTE, "").body().utf8());
        assertEquals(empty, ask("PUT", NOTE, "").body().utf8());
        assertEquals(
                empty.replace("todo", "pinned"),
                ask("GET", NOTE.replace("todo", "pinned"), "").body().utf8());
    }

    @Test
    void invalid_values_are_refused() {
        assertEquals(404, ask("PUT", NOTE, "x").status());
        assertEquals(404, ask("GET", NOTE, "").status());
        SampleSession.in(store);
        assertEquals(405, ask("POST", NOTE, "x").status());
        assertEquals(413, ask("PUT", NOTE, "x".repeat(65_537)).status());
        Bytes wrong = Bytes.of(new byte[] {(byte) 0xff});
        assertEquals(
                400,
                api.handle(new ReceivedRequest("PUT", NOTE, Headers.of("host", "localhost"), wrong))
                        .status());
    }

    private PlainAnswer ask(String method, String target, String body) {
        return api.handle(new ReceivedRequest(method, target, Headers.of("host", "127.0.0.1:1"), Bytes.of(body)));
    }
}
