package dev.throughline.memory.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectIndexes;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.model.Tenant;
import dev.throughline.search.SearchDocument;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.learn.Agent;
import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.server.sessions.SessionDigests;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.price.PriceTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was said is found. */
final class SessionIndexerTest extends MemoryFixture {
    @Test
    void a_message_is_found_as_soon_as_its_turn_has_ended() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("The zebra crossing needs paint.");
            String project = user.resolve("parser").toString();
            String found = get(gateway, "/api/v1/search?q=zebra&scope=sessions&project=" + project);
            assertTrue(found.contains("\"status\":\"ok\"") && found.contains("zebra crossing needs paint"), found);
            assertFalse(get(gateway, "/api/v1/search?q=zebra&scope=memory&project=" + project)
                    .contains("crossing"));
            assertFalse(
                    get(gateway, "/api/v1/search?q=zebra&scope=all").contains("crossing"), "that is another project");
        }
    }

    @Test
    void a_long_history_is_processed_in_small_parts() throws Exception {
        int pieces = 9; // Four of them are a portion.
        String words = "The zebra crossing needs paint. ".repeat(SessionIndexer.PORTION_BYTES / 4 / 32);
        try (GatewayServer gateway = open("--policy", "off")) {
            Agent agent = agent(gateway, "one", "parser");
            for (int i = 0; i < pieces; i++) {
                agent.ask("Piece " + i + ": " + words);
            }
        }
        List<Long> parts = new ArrayList<>();
        List<SearchDocument> all = new ArrayList<>();
        try (FileStore store =
                new FileStore(user.resolve(".local/share/throughline"), Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            SessionCard card =
                    store.sessions(Tenant.LOCAL, Optional.empty(), 1).items().getFirst();
            Config config = config(flags());
            Projects projects = MemoryKeys.projects(config);
            SessionDigests digests = new SessionDigests(store, new PriceTable(Map.of()), ScaffoldFilter.BUILT_IN);
            SessionIndexer indexer = new SessionIndexer(new ProjectIndexes() {
                @Override
                public boolean add(Project project, Collection<SearchDocument> documents) {
                    parts.add(documents.stream()
                            .mapToLong(document -> document.text().length())
                            .sum());
                    return all.addAll(documents);
                }

                @Override
                public boolean remove(Project project, String shelf) {
                    throw new AssertionError("nothing is removed");
                }
            });
            ConversationReader reader = new ConversationReader(
                    new RecallCache(store, Dialects::of),
                    new SessionProjects(store, projects, digests, ChatKeys.DEFAULT),
                    ScaffoldFilter.BUILT_IN);
            assertTrue(indexer.index(card, reader));
        }
        assertTrue(parts.size() >= 3, parts + " in all");
        assertTrue(
                parts.stream().allMatch(part -> part <= SessionIndexer.PORTION_BYTES * 5L / 4 + 100),
                parts + " in all");
        assertEquals(2 * pieces, all.size());
        for (int i = 1; i < all.size(); i++) {
            String before = all.get(i - 1).text();
            assertTrue(
                    before.startsWith(all.get(i).lead()) && !all.get(i).lead().isEmpty(), "lead of " + i);
        }
    }

    @Test
    void older_sessions_are_found_after_a_restart_without_an_index() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("The zebra crossing needs paint.");
        }
        Path projects = user.resolve(".local/share/throughline/projects");
        for (Path file : files(projects)) {
            Files.delete(file);
        }
        Files.deleteIfExists(user.resolve(".local/share/throughline/index/sessions.until"));
        try (GatewayServer gateway = open()) {
            String project = user.resolve("parser").toString();
            String found = "";
            for (int i = 0; i < 500 && !found.contains("crossing"); i++) {
                found = get(gateway, "/api/v1/search?q=zebra&scope=sessions&project=" + project);
                Thread.onSpinWait();
            }
            assertTrue(found.contains("crossing"), found);
        }
    }
}
