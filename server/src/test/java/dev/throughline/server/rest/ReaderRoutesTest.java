package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.SessionAccess;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.server.sessions.CatalogSettings;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.StoreSessionCatalog;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReaderRoutesTest {
    private static final String ID = "0198c5a0-0000-7000-8000-000000000001";

    private final SessionCatalog sessions = new StoreSessionCatalog(
            new MemoryStore(),
            new CatalogSettings(new PriceTable(Map.of()), new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN));

    private Optional<Integer> refusal(Optional<SessionAccess.ReadableParts> reader, String method, String target) {
        RestApi.RestRequest request = new RestApi.RestRequest(
                List.of(target.split("\\?", 2)[0].split("/", -1)),
                QueryParameters.of(target),
                Headers.NONE,
                Bytes.EMPTY,
                reader);
        return ReaderRoutes.refusal(method, request, sessions).map(PlainAnswer::status);
    }

    @Test
    void a_request_that_names_no_session_may_use_every_route() {
        for (String target : List.of("sessions", "sessions/" + ID, "runs/1", "search?all=true", "new/route")) {
            assertTrue(refusal(Optional.empty(), "POST", target).isEmpty(), target);
        }
    }

    @Test
    void a_session_may_use_only_the_listed_routes() {
        Optional<SessionAccess.ReadableParts> reader = Optional.of(SessionAccess.ReadableParts.NONE);
        for (String target : List.of("sessions", "search?q=a", "memory", "outlines", "status")) {
            assertEquals(Optional.empty(), refusal(reader, "GET", target), target);
        }
        assertEquals(Optional.of(403), refusal(reader, "GET", "search?q=a&all=true"));
        assertEquals(Optional.of(403), refusal(reader, "GET", "runs/1"));
        assertEquals(Optional.of(403), refusal(reader, "PUT", "sessions/" + ID + "/todo"));
        assertEquals(Optional.of(403), refusal(reader, "GET", "sessions/" + ID + "/new"));
        assertEquals(Optional.of(404), refusal(reader, "GET", "sessions/" + ID + "/entries"));
    }
}
