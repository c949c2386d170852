package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.Rules;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.turn.LocalTools;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Tenant;
import dev.throughline.testkit.model.Options;
import dev.throughline.testkit.model.Script;
import dev.throughline.testkit.model.write.Answer;
import dev.throughline.testkit.model.write.Part;
import dev.throughline.testkit.store.MemoryStore;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Braid;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.wire.join.Loom;
import dev.throughline.workingset.budget.Windows;
import dev.throughline.workingset.policy.AsBefore;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A turn ends, whatever breaks in the loop around our own tools: the archive is closed once, listeners are told, and
 * the client is answered.
 */
final class TurnEndTest {
    private static final int RULES = 48_000;
    private static final LocalTool RECALL = new LocalTool("recall", "Gives back.", Bytes.of("{\"type\":\"object\"}"));

    /** What is a method of a loom; all others are methods of a braid. */
    private static final Set<String> OF_LOOM = Set.of("braid", "continuation", "hidden");

    private final Store store = new MemoryStore();
    private final Queue<TurnEvent> told = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource
    void a_bug_between_two_calls_ends_the_stream_in_its_own_protocol(Dialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        try (RoadStand stand = stand("continuation")) {
            HttpResponse<String> response = stand.post(agent.path(), agent.body());
            assertEquals(Reply.Ending.FAILED, agent.read(response).ending(), response.body());
            assertTrue(response.body().contains("Let me look."), response.body());
        }
        assertEnded();
    }

    @ParameterizedTest
    @CsvSource({
        "MESSAGES, true, braid",
        "CHAT, true, braid",
        "RESPONSES, true, braid",
        "MESSAGES, false, braid",
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
        "CHAT, true, hidden",
        "RESPONSES, false, hidden"
    })
    void a_bug_while_a_reply_is_read_leaves_the_client_the_providers_reply(
            Dialect dialect, boolean isStreaming, String broken) {
        Agent agent = new Agent(dialect, isStreaming, RULES).user("What did I say?");
        try (RoadStand stand = stand(broken, Answer.text("You said hello."))) {
            HttpResponse<String> response = stand.post(agent.path(), agent.body());
            assertEquals(200, response.statusCode(), response.body());
            Reply reply = agent.read(response);
            assertEquals(Reply.Ending.COMPLETE, reply.ending(), response.body());
            assertEquals("You said hello.", agent.words(reply));
        }
        assertEnded();
    }

    @ParameterizedTest
    @EnumSource
    void a_bug_in_a_later_call_ends_the_stream_in_its_own_protocol(Dialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        try (RoadStand stand = stand("feed_after_endRound")) {
            HttpResponse<String> response = stand.post(agent.path(), agent.body());
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
                1, told.stream().filter(TurnEvent.Finished.class::isInstance).count());
    }

    private RoadStand stand(String broken) {
        Answer calling = Answer.said(new Part.Text("Let me look. "), new Part.Call("recall", "{\"id\":\"ab12cd34\"}"));
        return stand(broken, calling, Answer.text("You said hello."));
    }

    /** A gateway in which one method of every loom, or of every braid that it makes, throws. */
    private RoadStand stand(String broken, Answer... answers) {
        Editing.Settings settings = new Editing.Settings(
                Rules.always("auto", new AsBefore()),
                new Windows(Map.of("m", 200_000L)),
                new PriceTable(Map.of()),
                () -> List.of(RECALL),
                OptionalLong.empty());
        LocalTools tools = (_, _, _) -> new LocalTools.Said("found", /* isError= */ false);
        return new RoadStand(
                Options.of(Script.inOrder(answers)),
                new RoadStand.Parts(
                        store,
                        dialect -> broken(Wires.of(dialect), broken),
                        List.of(told::add),
                        archive -> editing(archive, settings),
                        tools));
    }

    private static Optional<Editing> editing(Archive archive, Editing.Settings settings) {
        return Optional.of(new Editing(archive, settings, _ -> Optional.empty(), _ -> Set.of(), HelperModel.NONE));
    }

    private static Wire broken(Wire wire, String method) {
        return around(
                Wire.class,
                wire,
                "loom",
                loom -> OF_LOOM.contains(method)
                        ? around(Loom.class, (Loom) loom, method, failingFrom(0))
                        : around(Loom.class, (Loom) loom, "braid", braid -> broken((Braid) braid, method)));
    }

    private static Braid broken(Braid braid, String method) {
        return switch (method) {
            case "later_feed" -> around(Braid.class, braid, "feed", failingFrom(2));
            case "feed_after_endRound" -> {
                AtomicInteger ended = new AtomicInteger();
                Braid counting = around(Braid.class, braid, "endRound", round -> {
                    ended.incrementAndGet();
                    return round;
                });
                yield around(
                        Braid.class,
                        counting,
                        "feed",
                        out -> failingFrom(1 - ended.get()).apply(out));
            }
            default -> around(Braid.class, braid, method, failingFrom(0));
        };
    }

    /** Throws instead of returning, once so many calls have gone well. */
    private static UnaryOperator<Object> failingFrom(int calls) {
        AtomicInteger made = new AtomicInteger();
        return result -> {
            if (made.getAndIncrement() >= calls) {
                throw new IllegalStateException("a bug, on purpose");
            }
            return result;
        };
    }

    /** The real thing, but for what one of its methods returns. */
    private static <T> T around(Class<T> type, T real, String method, UnaryOperator<Object> change) {
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
