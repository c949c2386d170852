package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.Projects;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Several people talk to one agent in one folder; nobody is shown in any way what another person said. */
final class PeersTest extends MemoryFixture {
    private static final String SECRET = "Please remember that my sister lives in Heidelberg.";
    private static final List<String> BOBS =
            List.of("agent:a:dm:bob", "agent:a:telegram:dm:ada", "agent:a:telegram:work:dm:bob", "agent:b:dm:ada");

    private void adaSpeaks() {
        try (GatewayServer gateway = open()) {
            agent(gateway, "agent:a:dm:ada", "parser").ask(SECRET);
        }
    }

    @Test
    void only_the_same_person_is_shown_what_they_said() {
        adaSpeaks();
        try (GatewayServer gateway = open()) {
            for (String key : BOBS) {
                agent(gateway, key, "parser").ask("Please remember the city where my sister lives: Heidelberg or not?");
                assertFalse(sent().contains("throughline_memory"), key + ": " + sent());
            }
            agent(gateway, "one", "parser").ask("Where does my sister live?");
            assertFalse(sent().contains("Heidelberg"), "the owner of the project is somebody else: " + sent());
        }
    }

    @Test
    void a_person_is_shown_their_own_memory() throws IOException {
        adaSpeaks();
        assertTrue(memory().contains("Heidelberg"), "the statement was learned");
        remember("agent:a:dm:bob", "- I like tea.");
        try (GatewayServer gateway = open()) {
            agent(gateway, "agent:a:dm:bob", "parser").ask("What do I like?");
            assertTrue(sent().contains("- I like tea."), sent());
            agent(gateway, "agent:a:dm:eve", "parser").ask("What do I like?");
            assertFalse(sent().contains("- I like tea."), sent());
        }
    }

    /** Writes into the memory of a person, as an editor would. */
    private void remember(String key, String line) throws IOException {
        Config config = config(flags());
        Projects projects = MemoryKeys.projects(config);
        Path workspace =
                projects.ofPeer(projects.of(user.resolve("parser")), key).workspace();
        Files.writeString(Files.createDirectories(workspace).resolve("MEMORY.md"), line + "\n");
    }

    @Test
    void a_search_over_everything_finds_nothing_of_another_person() throws Exception {
        adaSpeaks();
        for (String scope : List.of("all", "sessions", "memory")) {
            remember("agent:a:dm:bob-" + scope, "- I like tea.");
            model.close();
            model = ModelServer.start(ModelOptions.of(Script.inOrder(
                    Answer.call("memory_search", "{\"query\":\"sister lives Heidelberg\",\"scope\":\"" + scope + "\"}"),
                    Answer.text("I do not know."))));
            try (GatewayServer gateway = open()) {
                String folder = user.resolve("parser").toString();
                Agent bob = new Agent(gateway.address(), "agent:a:dm:bob-" + scope, folder, /* systemLines= */ 1_000);
                assertEquals("I do not know.", bob.ask("Where?"));
                assertTrue(sent().contains("Quoted from memory"), "the search was answered");
                assertFalse(sent().contains("my sister lives in"), scope);
            }
        }
    }

    @Test
    void rest_and_mcp_of_a_project_do_not_show_the_memory_of_a_person() throws Exception {
        adaSpeaks();
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("Please remember that releases are cut on Thursdays.");
        }
        try (GatewayServer gateway = open()) {
            String project =
                    "project=" + URLEncoder.encode(user.resolve("parser").toString(), StandardCharsets.UTF_8);
            String rest = get(gateway, "/api/v1/search?q=sister+Heidelberg&scope=memory,sessions,archive&" + project);
            assertFalse(rest.contains("Heidelberg"), rest);
            String found = post(
                    gateway,
                    "/mcp?" + project,
                    call("session_search", "\"query\":\"sister Heidelberg\",\"scope\":\"all\""));
            assertFalse(found.contains("my sister"), found);
            String id = session(get(gateway, "/api/v1/sessions"), "agent:a:dm:ada");
            String asked = post(
                    gateway,
                    "/mcp?" + project,
                    call("query_session", "\"session\":\"" + id + "\",\"question\":\"Where does my sister live?\""));
            assertTrue(asked.contains("there is no session"), asked);
            String recalled =
                    post(gateway, "/mcp?" + project, call("recall", "\"session\":\"" + id + "\",\"query\":\"sister\""));
            assertTrue(recalled.contains("there is no session"), recalled);
        }
    }

    private static String session(String list, String key) {
        Matcher found = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"[^}]*?\"key\":\"" + Pattern.quote(key) + "\"")
                .matcher(list);
        assertTrue(found.find(), list);
        return found.group(1);
    }

    @Test
    void entries_of_an_older_version_are_removed_from_the_index() throws Exception {
        adaSpeaks();
        Config config = config(flags());
        Projects projects = MemoryKeys.projects(config);
        Project parser = projects.of(user.resolve("parser"));
        Path adas = projects.ofPeer(parser, "agent:a:dm:ada").index();
        assertFalse(files(adas).isEmpty());
        for (Path file : files(adas)) {
            Path copy = parser.index().resolve(adas.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        Path mark = config.home().resolve("index/sessions.until");
        Files.writeString(mark, Files.readAllLines(mark).getFirst() + "\n");
        try (GatewayServer gateway = open()) {
            String search =
                    "/api/v1/search?q=sister+Heidelberg&scope=sessions,archive&project=" + user.resolve("parser");
            String found = "";
            for (int i = 0; i < 500 && Files.readAllLines(mark).size() < 2; i++) {
                found = get(gateway, search);
                Thread.onSpinWait();
            }
            assertFalse(get(gateway, search).contains("Heidelberg"), found);
            assertEquals(2, Files.readAllLines(mark).size(), "it happens once");
        }
    }

    @Test
    void consolidation_keeps_people_apart() throws Exception {
        adaSpeaks();
        try (GatewayServer gateway = open()) {
            String project =
                    "project=" + URLEncoder.encode(user.resolve("parser").toString(), StandardCharsets.UTF_8);
            post(gateway, "/api/v1/memory/consolidate?" + project);
            String page = get(gateway, "/api/v1/memory?" + project);
            assertFalse(page.contains("MEMORY.md"), page);
        }
    }

    @Test
    void a_name_with_the_words_of_a_chat_in_it_keeps_its_memory() {
        try (GatewayServer gateway = open()) {
            agent(gateway, "thread-pool-refactor", "parser").ask("Please remember that releases are cut on Thursdays.");
        }
        try (GatewayServer gateway = open()) {
            agent(gateway, "topic-model", "parser").ask("When do we cut releases?");
            assertTrue(sent().contains("releases are cut on Thursdays"), sent());
        }
    }
}
