package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import org.junit.jupiter.api.Test;

/** Questions about sessions and searches over them, through a complete gateway. */
final class QuestionRestApiTest extends MemoryFixture {
    private static final String QUESTION = "{\"question\":\"Which lexer do we take?\"}";

    private static String id(GatewayServer gateway) {
        return gateway.sessions().listed(1).getFirst().ref().id().toString();
    }

    @Test
    void without_a_helper_model_the_passages_are_returned() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("We take the streaming lexer.");
            String id = id(gateway);
            for (String name : new String[] {id, id.substring(24)}) {
                String answer = post(gateway, "/api/v1/sessions/" + name + "/questions", QUESTION);
                assertTrue(answer.contains("\"answer\":null"), answer);
                assertTrue(answer.contains("\"text\":\"We take the streaming lexer.\""), answer);
            }
        }
    }

    @Test
    void the_helper_model_answers_and_a_fabricated_quotation_is_reported() throws Exception {
        Answer helped = Answer.text("{\"answer\":\"The streaming one.\",\"citations\":["
                + "{\"handle\":\"x\",\"quote\":\"take the streaming lexer\"},"
                + "{\"handle\":\"x\",\"quote\":\"take the batch lexer\"}]}");
        try (ModelServer helper = ModelServer.start(ModelOptions.of(Script.inOrder(helped)));
                GatewayServer gateway =
                        open("--helper-mode", "provider", "--helper-url", helper.url(), "--helper-model", "small")) {
            agent(gateway, "one", "parser").ask("We take the streaming lexer.");
            String answer = post(gateway, "/api/v1/sessions/" + id(gateway) + "/questions", QUESTION);
            assertTrue(answer.contains("\"answer\":\"The streaming one.\""), answer);
            assertTrue(answer.contains("\"source\":\"user\",\"text\":\"take the streaming lexer\""), answer);
            assertTrue(answer.contains("\"dropped\":[\"take the batch lexer\"]"), answer);
        }
    }

    @Test
    void a_wrong_request_is_refused_with_a_sentence() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("Hello.");
            String path = "/api/v1/sessions/" + id(gateway) + "/questions";
            assertTrue(post(gateway, path, "").contains("The body has no question."));
            assertTrue(post(gateway, path, "{\"question\":\" \"}").contains("The body has no question."));
            assertTrue(
                    post(gateway, "/api/v1/sessions/zebra/questions", QUESTION).contains("there is no session"));
        }
    }

    @Test
    void texts_of_groups_are_found_by_meaning_until_their_session_is_deleted() throws Exception {
        String target = "/api/v1/search?q=where+does+the+kitten+rest&scope=sessions&all=true";
        try (GatewayServer gateway = open("--search-embeddings", "local")) {
            agent(gateway, "agent:a:telegram:group:g1", "other").ask("The cat sleeps on the sofa.");
            String found = get(gateway, target);
            while (!found.contains("\"waiting\":0") || !found.contains("sofa")) {
                assertTrue(found.contains("\"status\":\"ok\""), found);
                found = get(gateway, target);
            }
        }
        try (GatewayServer gateway = open("--search-embeddings", "local")) {
            assertTrue(get(gateway, target).contains("sofa"), "after a restart");
            try (RemoteSessionCatalog sessions = new RemoteSessionCatalog(gateway.address())) {
                assertTrue(sessions.delete(sessions.named(id(gateway))));
            }
            assertFalse(get(gateway, target).contains("sofa"));
        }
    }

    @Test
    void texts_are_found_in_all_sessions_of_all_projects_and_agents() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("The zebra parser is written by hand.");
            agent(gateway, "agent:a:dm:ada", "other").ask("The zebra lexer is generated.");
            agent(gateway, "agent:a:telegram:group:g1", "other").ask("The zebra tests are slow.");
            String found = get(gateway, "/api/v1/search?q=zebra&scope=sessions&all=true");
            for (String text : new String[] {"written by hand", "is generated", "are slow"}) {
                assertTrue(found.contains(text), text + " in " + found);
            }
            assertTrue(found.contains("\"session\":{\"id\":\""), found);
            String tools = get(gateway, "/api/v1/search?q=zebra&scope=archive&all=true");
            assertFalse(tools.contains("written by hand"), tools);
            assertTrue(get(gateway, "/api/v1/search?q=zebra&all=true").contains("sessions are searched"));
        }
    }
}
