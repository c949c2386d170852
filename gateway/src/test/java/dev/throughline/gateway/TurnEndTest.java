package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.model.Bytes;
import dev.throughline.model.Tenant;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.Script;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.price.PriceTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A turn ends, whatever fails in the loop for local tools: the archive is closed once, listeners are notified, and
 * the client is answered.
 */
final class TurnEndTest {
    private static final int RULES = 48_000;
    private static final LocalTool RECALL = new LocalTool("recall", "Gives back.", Bytes.of("{\"type\":\"object\"}"));

    /** Methods of a codec; all others are methods of a splicer. */
    private static final Set<String> OF_CODEC = Set.of("splicer", "continuation", "hiddenCalls");

    private final Store store = new MemoryStore();
    private final Queue<TurnEvent> events = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource
    void a_bug_between_two_rounds_ends_the_stream_with_an_error_of_the_dialect(SimulatedDialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        try (TurnGateway gateway = gateway("continuation")) {
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            assertEquals(Reply.Ending.FAILED, agent.read(response).ending(), response.body());
            assertTrue(response.body().contains("Let me look."), response.body());
        }
        assertEnded();
    }

    @ParameterizedTest
    @CsvSource({
        "MESSAGES, true, splicer",
        "CHAT, true, splicer",
        "RESPONSES, true, splicer",
        "MESSAGES, false, splicer",
        "MESSAGES, true, feed",
        "CHAT, true, feed",
        "RESPONSES, true, feed",
        "CHAT, false, feed",
        "MESSAGES, true, later_feed",
        "CHAT, true, later_feed",
        "RESPONSES, true, later_feed",
        "MESSAGES, true, endRound",
        "CHAT, true, endRound",
        "RESPONSES, true, endRound",
        "RESPONSES, false, endRound",
        "MESSAGES, true, finish",
        "CHAT, true, finish",
        "MESSAGES, false, finish",
        "CHAT, true, hiddenCalls",
        "RESPONSES, false, hiddenCalls"
    })
    void a_bug_while_a_reply_is_read_leaves_the_reply_of_the_provider_unchanged(
            SimulatedDialect dialect, boolean isStreaming, String broken) {
        Agent agent = new Agent(dialect, isStreaming, RULES).user("What did I say?");
        try (TurnGateway gateway = gateway(broken, Answer.text("You said hello."))) {
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            assertEquals(200, response.statusCode(), response.body());
            Reply reply = agent.read(response);
            assertEquals(Reply.Ending.COMPLETE, reply.ending(), response.body());
            assertEquals("You said hello.", agent.words(reply));
        }
        assertEnded();
    }

    @ParameterizedTest
    @EnumSource
    void a_bug_in_a_later_round_ends_the_stream_with_an_error_of_the_dialect(SimulatedDialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        try (TurnGateway gateway = gateway("feed_after_endRound")) {
            HttpResponse<String> response = gateway.post(agent.path(), agent.body());
            assertTrue(response.body().contains("Let me look."), response.body());
            assertTrue(response.body().contains("Throughline failed while it answered"), response.body());
        }
        assertEnded();
    }

    private void assertEnded() {
        SessionCard card =
                store.sessions(Tenant.LOCAL, Optional.empty(), 10).items().getFirst();
        assertEquals(
                1,
                store.entries(card.ref(), 0, 1000).items().stream()
                        .filter(kept -> kept.entry() instanceof Entry.TurnClosed)
                        .count());
        assertEquals(
                1, events.stream().filter(TurnEvent.Finished.class::isInstance).count());
    }

    private TurnGateway gateway(String broken) {
        Answer calling = Answer.said(
                new AnswerPart.Text("Let me look. "), new AnswerPart.Call("recall", "{\"id\":\"ab12cd34\"}"));
        return gateway(broken, calling, Answer.text("You said hello."));
    }

    /** A gateway in which one method of every codec or splicer throws. */
    private TurnGateway gateway(String broken, Answer... answers) {
        PromptEditor.EditSettings settings = new PromptEditor.EditSettings(
                PolicyRules.always("auto", Policy.NO_CHANGE),
                new ModelWindows(Map.of("m", 200_000L)),
                new PriceTable(Map.of()),
                () -> List.of(RECALL),
                OptionalLong.empty(),
                LearnedWindows.inMemory(),
                EditFigures.DEFAULT);
        LocalTools tools = (_, _, _) -> new LocalTools.ToolAnswer("found", /* isError= */ false);
        return new TurnGateway(
                ModelOptions.of(Script.inOrder(answers)),
                new TurnGateway.Parts(
                        store,
                        dialect -> broken(Dialects.of(dialect), broken),
                        List.of(events::add),
                        archive -> editing(archive, settings),
                        tools));
    }

    private static Optional<PromptEditor> editing(Archive archive, PromptEditor.EditSettings settings) {
        return Optional.of(new PromptEditor(
                archive, settings, _ -> Optional.empty(), new AgentMarkers(List.of()), HelperModel.NONE));
    }

    private static Wire broken(Wire wire, String method) {
        return changing(
                Wire.class,
                wire,
                "localTools",
                codec -> OF_CODEC.contains(method)
                        ? changing(LocalToolCodec.class, (LocalToolCodec) codec, method, failingFrom(0))
                        : changing(
                                LocalToolCodec.class,
                                (LocalToolCodec) codec,
                                "splicer",
                                splicer -> broken((ReplySplicer) splicer, method)));
    }

    private static ReplySplicer broken(ReplySplicer splicer, String method) {
        return switch (method) {
            case "later_feed" -> changing(ReplySplicer.class, splicer, "feed", failingFrom(2));
            case "feed_after_endRound" -> {
                AtomicInteger ended = new AtomicInteger();
                ReplySplicer counting = changing(ReplySplicer.class, splicer, "endRound", round -> {
                    ended.incrementAndGet();
                    return round;
                });
                yield changing(
                        ReplySplicer.class,
                        counting,
                        "feed",
                        out -> failingFrom(1 - ended.get()).apply(out));
            }
            default -> changing(ReplySplicer.class, splicer, method, failingFrom(0));
        };
    }

    /** Throws after this number of successful calls. */
    private static UnaryOperator<Object> failingFrom(int calls) {
        AtomicInteger made = new AtomicInteger();
        return result -> {
            if (made.getAndIncrement() >= calls) {
                throw new IllegalStateException("a bug, on purpose");
            }
            return result;
        };
    }

    /** A proxy that changes the result of one method. */
    private static <T> T changing(Class<T> type, T real, String method, UnaryOperator<Object> change) {
        assertTrue(
                Stream.of(type.getMethods()).anyMatch(each -> each.getName().equals(method)),
                type + " has no method " + method);
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, called, arguments) -> {
                    try {
                        Object result = called.invoke(real, arguments);
                        return called.getName().equals(method) ? change.apply(result) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
