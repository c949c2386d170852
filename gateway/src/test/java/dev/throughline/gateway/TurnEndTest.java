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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A turn ends, whatever breaks in the loop around our own tools: the archive is closed once, listeners are told, and
 * the client is answered.
 */
final class TurnEndTest {
    private static final int RULES = 48_000;
    private static final LocalTool RECALL = new LocalTool("recall", "Gives back.", Bytes.of("{\"type\":\"object\"}"));

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
    @EnumSource
    void a_bug_before_the_first_byte_is_answered_and_ends_the_turn(Dialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, RULES).user("What did I say?");
        try (RoadStand stand = stand("braid")) {
            assertEquals(500, stand.post(agent.path(), agent.body()).statusCode());
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

    /** A gateway in which one method of every loom throws. */
    private RoadStand stand(String broken) {
        Editing.Settings settings = new Editing.Settings(
                Rules.always("auto", new AsBefore()),
                new Windows(Map.of("m", 200_000L)),
                new PriceTable(Map.of()),
                () -> List.of(RECALL),
                OptionalLong.empty());
        LocalTools tools = (_, _, _) -> new LocalTools.Said("found", /* isError= */ false);
        Answer calling = Answer.said(new Part.Text("Let me look. "), new Part.Call("recall", "{\"id\":\"ab12cd34\"}"));
        return new RoadStand(
                Options.of(Script.inOrder(calling, Answer.text("You said hello."))),
                new RoadStand.Parts(
                        store,
                        dialect -> broken(Wires.of(dialect), broken),
                        List.of(told::add),
                        archive -> editing(archive, settings),
                        tools));
    }

    private static Optional<Editing> editing(Archive archive, Editing.Settings settings) {
        return Optional.of(new Editing(archive, settings, _ -> Optional.empty(), (_, _) -> false, HelperModel.NONE));
    }

    private static Wire broken(Wire wire, String method) {
        return around(
                Wire.class,
                wire,
                "loom",
                loom -> around(Loom.class, (Loom) loom, method, _ -> {
                    throw new IllegalStateException("a bug, on purpose");
                }));
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
