package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.ProxyException;
import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.server.sessions.OutlineQuery;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionOutline;
import dev.throughline.server.wiring.GatewayServer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OutlineRestApiTest extends MemoryFixture {
    private static List<String> keys(RemoteSessionCatalog sessions, OutlineQuery query) {
        return sessions.outlines(query, _ -> true).stream()
                .map(outline -> outline.card().key().text())
                .toList();
    }

    private static OutlineQuery since(Instant time) {
        return new OutlineQuery(10, Optional.of(time), Optional.empty(), Optional.empty());
    }

    private static OutlineQuery project(String name) {
        return new OutlineQuery(10, Optional.empty(), Optional.of(name), Optional.empty());
    }

    private static OutlineQuery agent(String name) {
        return new OutlineQuery(10, Optional.empty(), Optional.empty(), Optional.of(name));
    }

    @Test
    void the_gateway_filters_before_it_limits() throws Exception {
        try (GatewayServer gateway = open();
                RemoteSessionCatalog sessions = new RemoteSessionCatalog(gateway.address())) {
            agent(gateway, "one", "parser").ask("Fix the parser.");
            agent(gateway, "agent:writer:dm:ada", "other").ask("Write a letter.");
            assertEquals(List.of("one"), keys(sessions, project("parser")));
            assertEquals(List.of(), keys(sessions, project("nowhere")));
            assertEquals(List.of("agent:writer:dm:ada"), keys(sessions, agent("writer")));
            assertEquals(
                    2, keys(sessions, since(Instant.now().minusSeconds(600))).size());
            assertEquals(List.of(), keys(sessions, since(Instant.now().plusSeconds(600))));
            assertEquals(
                    List.of("one"),
                    keys(sessions, new OutlineQuery(1, Optional.empty(), Optional.of("parser"), Optional.empty())));
            assertTrue(get(gateway, "/api/v1/outlines?since=noon").contains("is no time such as"));
        }
    }

    @Test
    void an_outline_contains_what_a_list_shows() throws Exception {
        try (GatewayServer gateway = open();
                RemoteSessionCatalog sessions = new RemoteSessionCatalog(gateway.address())) {
            agent(gateway, "agent:a:telegram:group:g1", "other").ask("Hello.");
            SessionOutline outline =
                    sessions.outlines(OutlineQuery.newest(1), _ -> true).getFirst();
            assertEquals("group", outline.kind());
            assertEquals(List.of(), outline.flags());
            assertEquals(Optional.of(200_000L), outline.window());
            assertTrue(outline.card().ref().id().toString().endsWith(outline.shortId()));
            SessionCard fresh = sessions.reset(outline.card());
            List<SessionOutline> both = sessions.outlines(OutlineQuery.newest(5), _ -> true);
            assertEquals(List.of("reset"), flags(both, outline.card()));
            assertEquals(List.of(), flags(both, fresh));
        }
    }

    private static List<String> flags(List<SessionOutline> outlines, SessionCard card) {
        return outlines.stream()
                .filter(outline -> outline.card().ref().equals(card.ref()))
                .findFirst()
                .orElseThrow()
                .flags();
    }

    @Test
    void a_session_is_found_by_its_key_its_name_and_a_part_of_its_id() throws Exception {
        try (GatewayServer gateway = open();
                RemoteSessionCatalog sessions = new RemoteSessionCatalog(gateway.address())) {
            agent(gateway, "my own key", "parser").ask("Fix the parser.");
            SessionCard card = sessions.named("my own key");
            String id = card.ref().id().toString();
            sessions.rename(card.ref().id(), "Parser Work");
            for (String name : List.of(id, id.substring(28), "parser-work", "Parser Work", "parsr work")) {
                assertEquals(card.ref(), sessions.named(name).ref(), name);
            }
            try {
                throw new AssertionError(sessions.named("zebra"));
            } catch (ProxyException e) {
                assertEquals("there is no session 'zebra'; 'throughline sessions' lists the ids", e.getMessage());
            }
        }
    }
}
