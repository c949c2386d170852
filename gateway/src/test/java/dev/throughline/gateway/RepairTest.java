package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.ProxyException;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.ReplyPosition;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.Script;
import dev.throughline.simulator.validation.ProviderError;
import dev.throughline.wire.Reply;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import dev.throughline.workingset.price.PriceTable;
import java.io.BufferedReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A request that the provider rejects as too long is sent again smaller, before the client sees anything. */
final class RepairTest {
    private static final String TOO_LONG = "prompt is too long: 210000 tokens > 6000 maximum";

    private static final Policy AUTO = new Auto(AutoSettings.DEFAULT);

    static Function<Archive, Optional<PromptEditor>> editing(Policy policy) {
        PromptEditor.EditSettings settings = new PromptEditor.EditSettings(
                PolicyRules.always("auto", policy),
                new ModelWindows(Map.of("m", 100_000L)),
                new PriceTable(Map.of()),
                List::of,
                OptionalLong.empty(),
                LearnedWindows.inMemory(),
                EditFigures.DEFAULT);
        return archive -> Optional.of(new PromptEditor(
                archive, settings, _ -> Optional.empty(), new AgentMarkers(List.of()), HelperModel.NONE));
    }

    private static TurnGateway.Parts parts(Store store, Policy policy) {
        return new TurnGateway.Parts(
                store,
                Dialects::of,
                List.of(),
                editing(policy),
                (_, _, _) -> {
                    throw new AssertionError("no local tool was offered");
                },
                Optional.empty());
    }

    private static Agent agent(SimulatedDialect dialect, boolean isStreaming) {
        Agent agent = new Agent(dialect, isStreaming, 100).user("Mend it.");
        for (int i = 0; i < 30; i++) {
            agent.ran(i, ("line " + i + " of an output that nobody needs\n").repeat(40));
        }
        return agent;
    }

    private static ModelOptions options(long window, ModelOptions.Overflow how) {
        return ModelOptions.of(Script.inOrder(Answer.text("All is mended.")))
                .window(window)
                .overflow(how);
    }

    @ParameterizedTest
    @CsvSource({
        "MESSAGES, true, STATUS_400",
        "MESSAGES, false, STATUS_400",
        "CHAT, true, STATUS_400",
        "CHAT, false, STATUS_400",
        "RESPONSES, true, STATUS_400",
        "RESPONSES, false, STATUS_400",
        "MESSAGES, true, FAILED_EVENT",
        "CHAT, true, FAILED_EVENT",
        "RESPONSES, true, FAILED_EVENT"
    })
    void a_request_that_is_too_long_is_sent_again_smaller(
            SimulatedDialect dialect, boolean isStreaming, ModelOptions.Overflow how) throws Exception {
        MemoryStore store = new MemoryStore();
        try (TurnGateway gateway = new TurnGateway(options(6_000, how), parts(store, AUTO))) {
            Agent agent = agent(dialect, isStreaming);
            Reply reply = agent.ask(gateway);
            assertEquals(Reply.Ending.COMPLETE, reply.ending());
            assertEquals("All is mended.", agent.words(reply));
            int received = gateway.model.received().size();
            assertTrue(received >= 2 && received <= 4, "tried " + received + " times");
            assertTrue(gateway.model
                    .awaitFinished(received)
                    .getLast()
                    .body()
                    .utf8()
                    .contains("Mend it."));
            // The edits are stored: the next request fits at the first attempt.
            agent.user("Thanks.").ask(gateway);
            assertEquals(received + 1, gateway.model.received().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_prompt_that_is_too_long_because_of_user_messages_is_sent_again_smaller(SimulatedDialect dialect)
            throws Exception {
        try (TurnGateway gateway =
                new TurnGateway(options(6_000, ModelOptions.Overflow.STATUS_400), parts(new MemoryStore(), AUTO))) {
            Agent agent = new Agent(dialect, /* isStreaming= */ true, 100);
            for (int i = 0; i < 40; i++) {
                agent.user("Prompt " + i + ". " + "word ".repeat(400)).ran(i, "ok");
            }
            Reply reply = agent.user("The newest.").ask(gateway);
            assertEquals("All is mended.", agent.words(reply));
            int received = gateway.model.received().size();
            String sent = gateway.model.awaitFinished(received).getLast().body().utf8();
            for (String words : List.of("Prompt 0. word", "Prompt 39. word", "The newest.")) {
                assertTrue(sent.contains(words), sent);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MESSAGES, STATUS_400",
        "CHAT, STATUS_400",
        "RESPONSES, STATUS_400",
        "MESSAGES, FAILED_EVENT",
        "CHAT, FAILED_EVENT",
        "RESPONSES, FAILED_EVENT"
    })
    void if_no_smaller_prompt_fits_the_client_gets_the_error_of_the_provider(
            SimulatedDialect dialect, ModelOptions.Overflow how) {
        try (TurnGateway gateway = new TurnGateway(options(20, how), parts(new MemoryStore(), AUTO))) {
            Agent agent = agent(dialect, /* isStreaming= */ true);
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            boolean isEvent = how == ModelOptions.Overflow.FAILED_EVENT;
            assertEquals(isEvent ? 200 : 400, response.statusCode(), response.body());
            assertTrue(
                    response.body().contains("prompt is too long")
                            || response.body().contains("context_length_exceeded"),
                    response.body());
            assertTrue(
                    gateway.model.received().size() <= 4,
                    "tried " + gateway.model.received().size() + " times");
        }
    }

    @ParameterizedTest
    @CsvSource({"MESSAGES, 422", "CHAT, 422", "RESPONSES, 422", "MESSAGES, 500", "CHAT, 500", "RESPONSES, 500"})
    void an_overflow_error_is_recognised_with_other_statuses(SimulatedDialect dialect, int status) {
        Answer refused = Answer.error(status, "invalid_request_error", TOO_LONG);
        assertRepaired(dialect, refused, Answer.text("All is mended."));
    }

    @ParameterizedTest
    @EnumSource
    void a_smaller_prompt_that_is_still_too_long_is_made_smaller_again(SimulatedDialect dialect) {
        ProviderError tooLong = ProviderError.of(400, "invalid_request_error", "prompt is too long");
        Answer inStream = Answer.broken(tooLong);
        Answer refused = Answer.error(tooLong);
        assertRepaired(dialect, inStream, refused, Answer.text("All is mended."));
    }

    private static void assertRepaired(SimulatedDialect dialect, Answer... answers) {
        ModelOptions options = ModelOptions.of(Script.inOrder(answers));
        try (TurnGateway gateway = new TurnGateway(options, parts(new MemoryStore(), AUTO))) {
            Agent agent = agent(dialect, /* isStreaming= */ true);
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            assertEquals(200, response.statusCode(), response.body());
            assertEquals("All is mended.", agent.words(agent.read(response)));
            assertEquals(answers.length, gateway.model.received().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_first_event_of_a_stalled_stream_is_sent_after_the_hold_time(SimulatedDialect dialect) throws Exception {
        CompletableFuture<Void> more = new CompletableFuture<>();
        Answer slow = Answer.text("All is mended.").stalled(new ReplyPosition.AfterEvents(1), more);
        try (TurnGateway gateway =
                TurnGateway.withShortHoldTime(ModelOptions.of(Script.inOrder(slow)), parts(new MemoryStore(), AUTO))) {
            Agent agent = agent(dialect, /* isStreaming= */ true);
            try (BufferedReader stream = gateway.stream(agent.path(), agent.body())) {
                assertTrue(stream.readLine().contains(":"), "the first event has arrived");
                more.complete(null);
                assertTrue(stream.lines().anyMatch(line -> line.contains("mended")), "the rest follows");
            } finally {
                more.complete(null);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_request_with_another_error_is_not_sent_again(SimulatedDialect dialect) {
        ModelOptions options =
                ModelOptions.of(Script.inOrder(Answer.error(400, "invalid_request_error", "No such thing.")));
        try (TurnGateway gateway = new TurnGateway(options, parts(new MemoryStore(), AUTO))) {
            Agent agent = agent(dialect, /* isStreaming= */ false);
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            assertEquals(400, response.statusCode());
            assertTrue(response.body().contains("No such thing."), response.body());
            assertEquals(1, gateway.model.received().size());
        }
    }

    @Test
    void if_the_policy_throws_the_request_is_sent_unchanged_and_made_smaller_after_an_overflow() throws Exception {
        Policy broken = _ -> {
            throw new ArithmeticException("broken on purpose");
        };
        try (TurnGateway gateway =
                new TurnGateway(options(6_000, ModelOptions.Overflow.STATUS_400), parts(new MemoryStore(), broken))) {
            Agent agent = agent(SimulatedDialect.CHAT, /* isStreaming= */ false);
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            assertEquals(200, response.statusCode());
            assertEquals(
                    agent.body(), gateway.model.received().getFirst().body().utf8());
            assertTrue(gateway.model.received().size() > 1, "the first was too long");
        }
    }

    @Test
    void edits_that_cannot_be_stored_are_not_applied() {
        Store failing = failingOnEdits(new MemoryStore());
        Policy small = input -> new Trim(Retention.DEFAULT.newest())
                .decide(new PolicyInput(
                        input.chain(), input.workingSet(), input.state().withPromptLimit(OptionalLong.of(3_000))));
        try (TurnGateway gateway =
                new TurnGateway(options(90_000, ModelOptions.Overflow.STATUS_400), parts(failing, small))) {
            assertBypassed(gateway, "store_failed");
        }
    }

    private static void assertBypassed(TurnGateway gateway, String reason) {
        Agent agent = agent(SimulatedDialect.CHAT, /* isStreaming= */ false);
        HttpResponse<String> response = gateway.post(agent.path(), agent.body());
        assertEquals(200, response.statusCode(), response.body());
        assertEquals(Optional.of(reason), response.headers().firstValue("x-throughline-bypass"));
        assertEquals(agent.body(), gateway.model.received().getFirst().body().utf8());
    }

    private static Store failingOnEdits(Store real) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    boolean isEdit = method.getName().equals("append")
                            && ((List<?>) arguments[1]).stream().anyMatch(Entry.Edited.class::isInstance);
                    if (isEdit) {
                        throw new ProxyException(ProxyException.Kind.STORE, "store_failed", "broken on purpose");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
