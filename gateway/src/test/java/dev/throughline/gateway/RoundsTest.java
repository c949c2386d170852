package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.ReceivedRequest;
import dev.throughline.simulator.server.Script;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Reply;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.price.PriceTable;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of local tools are answered by the gateway within a reply, and the client does not see them. */
final class RoundsTest {
    private static final LocalTool RECALL =
            new LocalTool("recall", "Brings back what was said.", Bytes.of("{\"type\":\"object\",\"properties\":{}}"));

    /** Characters of rules, enough for a prompt that gets local tools. */
    private static final int RULES = 48_000;

    private final MemoryStore store = new MemoryStore();
    private final AtomicInteger answered = new AtomicInteger();

    private TurnGateway gateway(Answer... answers) {
        LocalTools tools = (_, call, _) -> new LocalTools.ToolAnswer(
                "archive says " + answered.incrementAndGet() + " to " + call.name(), /* isError= */ false);
        return gateway(ModelOptions.of(Script.inOrder(answers)), tools);
    }

    private TurnGateway gateway(ModelOptions options, LocalTools tools) {
        return gateway(store, options, tools);
    }

    private TurnGateway gateway(Store kept, ModelOptions options) {
        return gateway(kept, options, (_, _, _) -> new LocalTools.ToolAnswer("found", /* isError= */ false));
    }

    private static TurnGateway gateway(Store kept, ModelOptions options, LocalTools tools) {
        PromptEditor.EditSettings settings = new PromptEditor.EditSettings(
                PolicyRules.always("auto", Policy.NO_CHANGE),
                new ModelWindows(Map.of("m", 200_000L)),
                new PriceTable(Map.of()),
                () -> List.of(RECALL),
                OptionalLong.empty(),
                LearnedWindows.inMemory(),
                EditFigures.DEFAULT);
        Function<Archive, Optional<PromptEditor>> editors = archive -> Optional.of(new PromptEditor(
                archive, settings, _ -> Optional.empty(), new AgentMarkers(List.of()), HelperModel.NONE));
        var parts = new TurnGateway.Parts(kept, Dialects::of, List.of(), editors, tools, Optional.empty());
        return new TurnGateway(options, parts);
    }

    private static Answer recall() {
        return Answer.said(
                new AnswerPart.Text("Let me look. "), new AnswerPart.Call("recall", "{\"id\":\"ab12cd34\"}"));
    }

    private Transcript transcript() {
        SessionCard card =
                store.sessions(Tenant.LOCAL, Optional.empty(), 10).items().getFirst();
        return Transcript.read(after -> store.entries(card.ref(), after, 1000));
    }

    @ParameterizedTest
    @CsvSource({"MESSAGES, true", "MESSAGES, false", "CHAT, true", "CHAT, false", "RESPONSES, true", "RESPONSES, false"
    })
    void a_local_call_is_answered_and_restored_in_the_next_request(SimulatedDialect dialect, boolean isStreaming)
            throws Exception {
        Agent agent = new Agent(dialect, isStreaming, RULES).user("What did I say?");
        try (TurnGateway gateway = gateway(recall(), Answer.text("You said hello."), Answer.text("Any time."))) {
            Reply reply = agent.ask(gateway);
            assertEquals(Reply.Ending.COMPLETE, reply.ending());
            assertEquals("Let me look. You said hello.", agent.words(reply));
            assertFalse(agent.known().contains("recall"), agent.known());
            agent.user("Thanks.").ask(gateway);
            List<ReceivedRequest> received = gateway.model.awaitFinished(3);
            assertTrue(received.get(1).body().utf8().contains("archive says 1 to recall"));
            assertTrue(received.get(2).body().utf8().contains("archive says 1 to recall"));
            assertEquals(1, answered.get());
            assertBilled(reply, received.subList(0, 2));
            assertReadFromCache(received.get(1), received.get(2));
            assertArchivedAsSeen(agent);
        }
    }

    /** The client sees the last prompt and the output of both rounds; the archive contains the usage of both. */
    private void assertBilled(Reply reply, List<ReceivedRequest> calls) {
        Usage first = calls.getFirst().billed().orElseThrow();
        Usage last = calls.getLast().billed().orElseThrow();
        Usage seenByClient = reply.usage().orElseThrow();
        assertEquals(last.prompt(), seenByClient.prompt());
        assertEquals(last.cacheRead(), seenByClient.cacheRead());
        assertEquals(first.output() + last.output(), seenByClient.output());
        Transcript transcript = transcript();
        Entry.TurnClosed closed =
                transcript.reply(transcript.turns().getFirst().id()).orElseThrow();
        Usage kept = closed.usage().orElseThrow();
        assertEquals(first.prompt() + last.prompt(), kept.prompt());
        assertEquals(first.output() + last.output(), kept.output());
        Usage untouched = closed.sent().orElseThrow().unedited(kept);
        assertTrue(untouched.prompt() < first.prompt(), untouched.toString());
        assertEquals(last.output(), untouched.output());
    }

    /** The later request reads all of the earlier one from the provider's cache. */
    private static void assertReadFromCache(ReceivedRequest earlier, ReceivedRequest later) {
        long before = earlier.billed().orElseThrow().prompt();
        long read = later.billed().orElseThrow().cacheRead();
        assertTrue(read >= before * 0.97, "read " + read + " of " + before);
    }

    private void assertArchivedAsSeen(Agent agent) {
        for (Entry.Node node : transcript().conversation()) {
            assertFalse(node.tool().equals(Optional.of("recall")), "archived a call that the client did not see");
        }
        assertEquals(List.of(), transcript().branches(), "the history of the client was recognised");
        assertFalse(agent.called().contains("recall"));
    }

    @ParameterizedTest
    @CsvSource({"MESSAGES, true", "MESSAGES, false", "CHAT, true", "CHAT, false", "RESPONSES, true", "RESPONSES, false"
    })
    void local_calls_and_client_calls_in_one_reply_are_all_answered(SimulatedDialect dialect, boolean isStreaming)
            throws Exception {
        Answer mixed = Answer.said(
                new AnswerPart.Text("Both. "),
                new AnswerPart.Call("recall", "{\"id\":\"a\"}"),
                new AnswerPart.Call("Bash", "{\"command\":\"ls\"}"),
                new AnswerPart.Call("recall", "{\"id\":\"b\"}"));
        Agent agent = new Agent(dialect, isStreaming, RULES).user("Look and list.");
        try (TurnGateway gateway = gateway(mixed, Answer.text("Done."), Answer.text("Bye."))) {
            agent.ask(gateway);
            assertEquals(List.of("Bash"), agent.called());
            Reply reply = agent.answer("a.go").ask(gateway);
            assertEquals("Done.", agent.words(reply));
            agent.user("Thanks.").ask(gateway);
            List<ReceivedRequest> received = gateway.model.awaitFinished(3);
            for (ReceivedRequest later : received.subList(1, 3)) {
                assertTrue(later.body().utf8().contains("archive says 1 to recall"));
                assertTrue(later.body().utf8().contains("archive says 2 to recall"));
            }
            assertReadFromCache(received.get(1), received.get(2));
            assertArchivedAsSeen(agent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void two_local_calls_are_answered_in_one_round(SimulatedDialect dialect) throws Exception {
        Answer twice = Answer.said(
                new AnswerPart.Call("recall", "{\"id\":\"a\"}"), new AnswerPart.Call("recall", "{\"id\":\"b\"}"));
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("Look twice.");
        try (TurnGateway gateway = gateway(twice, Answer.text("Seen."))) {
            assertEquals("Seen.", agent.words(agent.ask(gateway)));
            assertEquals(2, gateway.model.awaitFinished(2).size());
            assertEquals(2, answered.get());
        }
    }

    @ParameterizedTest
    @CsvSource({"MESSAGES, true", "CHAT, false", "RESPONSES, true"})
    void the_fourth_local_call_gets_a_limit_message(SimulatedDialect dialect, boolean isStreaming) throws Exception {
        Agent agent = new Agent(dialect, isStreaming, RULES).user("Look for ever.");
        try (TurnGateway gateway = gateway(recall(), recall(), recall(), recall(), Answer.text("Enough."))) {
            Reply reply = agent.ask(gateway);
            assertTrue(agent.words(reply).endsWith("Enough."), agent.words(reply));
            List<ReceivedRequest> received = gateway.model.awaitFinished(5);
            assertEquals(3, answered.get());
            assertTrue(received.getLast().body().utf8().contains("limit reached"));
            agent.user("Thanks.").ask(gateway);
            assertReadFromCache(
                    received.getLast(), gateway.model.awaitFinished(6).getLast());
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_number_of_rounds_is_limited(SimulatedDialect dialect) throws Exception {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("Look for ever.");
        try (TurnGateway gateway = gateway(recall())) {
            Reply reply = agent.ask(gateway);
            assertEquals(List.of(), agent.called());
            assertTrue(agent.words(reply).startsWith("Let me look. "), agent.words(reply));
            int calls = gateway.model.received().size();
            assertTrue(calls <= 5, "called " + calls + " times");
            agent.user("Go on.").ask(gateway);
            assertTrue(gateway.model.received().stream()
                    .allMatch(received -> received.status().orElse(0) == 200));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_restart_between_two_turns_changes_nothing(SimulatedDialect dialect) throws Exception {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        try (TurnGateway gateway = gateway(recall(), Answer.text("You said hello."))) {
            agent.ask(gateway);
        }
        try (TurnGateway gateway = gateway(Answer.text("Any time."))) {
            Reply reply = agent.user("Thanks.").ask(gateway);
            assertEquals("Any time.", agent.words(reply));
            String body = gateway.model.awaitFinished(1).getFirst().body().utf8();
            assertTrue(body.contains("archive says 1 to recall"), body.substring(Math.max(0, body.length() - 900)));
        }
    }

    @ParameterizedTest
    @CsvSource({"MESSAGES, true", "MESSAGES, false", "CHAT, true", "CHAT, false", "RESPONSES, true", "RESPONSES, false"
    })
    void an_error_in_the_second_round_reaches_the_client(SimulatedDialect dialect, boolean isStreaming) {
        Agent agent = new Agent(dialect, isStreaming, RULES).user("What did I say?");
        try (TurnGateway gateway = gateway(recall(), Answer.error(500, "server_error", "Server failed."))) {
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            assertTrue(response.body().contains("Server failed."), response.body());
            assertEquals(Reply.Ending.FAILED, agent.read(response).ending(), response.body());
            assertFalse(response.body().contains("ab12cd34"), "the client saw the call");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MESSAGES, true, STATUS_400",
        "MESSAGES, false, STATUS_400",
        "CHAT, true, STATUS_400",
        "CHAT, false, STATUS_400",
        "RESPONSES, true, STATUS_400",
        "MESSAGES, true, FAILED_EVENT",
        "CHAT, true, FAILED_EVENT",
        "RESPONSES, true, FAILED_EVENT",
        "RESPONSES, false, STATUS_400"
    })
    void a_second_round_that_is_too_long_is_sent_again_without_the_recalled_text(
            SimulatedDialect dialect, boolean isStreaming, ModelOptions.Overflow how) throws Exception {
        Agent agent = new Agent(dialect, isStreaming, RULES).user("What did I say?");
        ModelOptions options = ModelOptions.of(
                        Script.inOrder(recall(), Answer.text("Too much to tell."), Answer.text("Yes.")))
                .window(30_000)
                .overflow(how);
        String text = "said long ago ".repeat(20_000);
        LocalTools tools = (_, _, _) -> new LocalTools.ToolAnswer(text, /* isError= */ false);
        try (TurnGateway gateway = gateway(options, tools)) {
            Reply reply = agent.ask(gateway);
            assertEquals("Let me look. Too much to tell.", agent.words(reply));
            List<ReceivedRequest> received = gateway.model.awaitFinished(3);
            assertTrue(received.get(1).body().utf8().contains("said long ago"));
            assertTrue(received.get(2).body().utf8().contains("no room in the prompt"));
            agent.user("Is that so?").ask(gateway);
            String next = gateway.model.awaitFinished(4).getLast().body().utf8();
            assertTrue(next.contains("no room in the prompt") && !next.contains("said long ago"));
        }
    }

    @ParameterizedTest
    @CsvSource({"MESSAGES, true", "MESSAGES, false", "CHAT, true", "CHAT, false", "RESPONSES, true", "RESPONSES, false"
    })
    void a_failing_local_tool_does_not_fail_the_reply(SimulatedDialect dialect, boolean isStreaming) throws Exception {
        Agent agent = new Agent(dialect, isStreaming, RULES).user("What did I say?");
        ModelOptions options = ModelOptions.of(Script.inOrder(recall(), Answer.text("I cannot tell.")));
        LocalTools broken = (_, _, _) -> {
            throw new IllegalStateException("on purpose");
        };
        try (TurnGateway gateway = gateway(options, broken)) {
            assertEquals("Let me look. I cannot tell.", agent.words(agent.ask(gateway)));
            assertTrue(gateway.model.awaitFinished(2).getLast().body().utf8().contains("does not work now"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_client_tool_with_the_name_of_a_local_tool_is_left_to_the_client(SimulatedDialect dialect) throws Exception {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("Hello.");
        try (TurnGateway gateway = gateway(Answer.text("Hi."), recall())) {
            agent.ask(gateway);
            String body =
                    agent.user("Look it up.").body().replaceFirst("\"name\":\"[A-Za-z_]+\"", "\"name\":\"recall\"");
            HttpResponse<String> response = gateway.post(agent.path(), body);
            assertTrue(response.body().contains("ab12cd34"), "the client did not get its own call");
            assertEquals(0, answered.get());
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_unreachable_provider_in_the_second_round_is_reported_in_the_reply(SimulatedDialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        AtomicReference<ModelServer> model = new AtomicReference<>();
        LocalTools closing = (_, _, _) -> {
            Objects.requireNonNull(model.get()).close();
            return new LocalTools.ToolAnswer("found", /* isError= */ false);
        };
        // A pooled connection could be reused before its end is detected.
        Answer last = recall().withHeader("connection", "close");
        try (TurnGateway gateway = gateway(ModelOptions.of(Script.inOrder(last)), closing)) {
            model.set(gateway.model);
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            Reply reply = agent.read(response);
            assertEquals(Reply.Ending.FAILED, reply.ending(), response.body());
            assertTrue(response.body().contains("Let me look."), response.body());
            assertTrue(response.body().contains("could not be reached"), response.body());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_local_call_stays_hidden_if_the_store_is_slow(SimulatedDialect dialect) throws Exception {
        AtomicBoolean isSlow = new AtomicBoolean();
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("Hello.");
        Answer[] answers = {Answer.text("Hi."), recall(), Answer.text("You said hello.")};
        try (TurnGateway gateway = gateway(slow(isSlow), ModelOptions.of(Script.inOrder(answers)))) {
            agent.ask(gateway);
            isSlow.set(true);
            HttpResponse<String> response =
                    gateway.post(agent.user("What did I say?").path(), agent.body());
            assertFalse(response.body().contains("ab12cd34"), "the client saw the call");
            assertEquals("Let me look. You said hello.", agent.words(agent.read(response)));
            assertEquals(Optional.of("store_failed"), response.headers().firstValue("x-throughline-bypass"));
        }
    }

    /** The store; its appends never complete once it is slow. */
    private Store slow(AtomicBoolean isSlow) {
        return Store.class.cast(Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    try {
                        Object result = method.invoke(store, arguments);
                        boolean isStalled = isSlow.get() && result instanceof Receipt;
                        return isStalled
                                ? new Receipt(
                                        ((Receipt) result).lastSequence(),
                                        new CompletableFuture<>(),
                                        new CompletableFuture<>())
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @ParameterizedTest
    @EnumSource
    void a_second_round_that_is_cut_is_cut_for_the_client(SimulatedDialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        Answer cut = Answer.text("You said hello, and then a lot more of it.").cutAfterEvents(3, Delivery.Manner.RESET);
        List<String> seen = new ArrayList<>();
        try (TurnGateway gateway = gateway(recall(), cut)) {
            try {
                seen.add(agent.read(gateway.post(agent.path(), agent.body()))
                        .ending()
                        .word());
            } catch (UncheckedIOException e) {
                seen.add("cut");
            }
        }
        assertTrue(List.of("cut", "failed").contains(seen.getFirst()), seen.toString());
    }
}
