package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.OfferedTools;
import dev.throughline.engine.edit.Rules;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Tenant;
import dev.throughline.testkit.model.Options;
import dev.throughline.testkit.model.Received;
import dev.throughline.testkit.model.Script;
import dev.throughline.testkit.model.shape.Json;
import dev.throughline.testkit.model.write.Answer;
import dev.throughline.testkit.store.MemoryStore;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.workingset.budget.Windows;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.price.PriceTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A count of tokens is of what would really be sent next. */
final class CountTest {
    private static final Policy AUTO = new Auto(Auto.Settings.USUAL);
    private static final long WINDOW = 20_000;
    private static final LocalTool TOOL = new LocalTool(
            "recall", "Brings back what was said before.", Bytes.of("{\"type\":\"object\",\"properties\":{}}"));

    private static Function<Archive, Optional<Editing>> editing(Policy policy, OfferedTools tools) {
        Editing.Settings settings = new Editing.Settings(
                Rules.always("auto", policy),
                new Windows(Map.of("m", WINDOW)),
                new PriceTable(Map.of()),
                tools,
                OptionalLong.empty());
        return archive ->
                Optional.of(new Editing(archive, settings, _ -> Optional.empty(), _ -> Set.of(), HelperModel.NONE));
    }

    private static RoadStand stand(Store store) {
        return stand(store, Wires::of, editing(AUTO, List::of));
    }

    private static RoadStand stand(
            Store store, Function<Dialect, Wire> wires, Function<Archive, Optional<Editing>> editing) {
        Script script = _ -> Answer.text("Done.");
        return new RoadStand(
                Options.of(script),
                new RoadStand.Parts(store, wires, List.of(), editing, RoadStand.NO_TOOLS, Optional.empty()));
    }

    private static String output(int number, int lines) {
        return ("line " + number + " of an output that nobody needs\n").repeat(lines);
    }

    /** An agent whose results fill half of the window. */
    private static Agent agent(Dialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, 100).user("Mend it.");
        for (int i = 0; i < 20; i++) {
            agent.ran(i, output(i, 40));
        }
        return agent;
    }

    private static long count(RoadStand stand, Agent agent, String... headers) {
        HttpResponse<String> response = stand.post(agent.countPath(), agent.countBody(), headers);
        assertEquals(200, response.statusCode(), response.body());
        return Json.read(response.body()).path("input_tokens").longValue();
    }

    private static Received newest(RoadStand stand) throws InterruptedException {
        return stand.model.awaitFinished(stand.model.received().size()).getLast();
    }

    /** What the next request of the agent is billed for. */
    private static long billed(RoadStand stand, Agent agent) throws InterruptedException {
        agent.ask(stand);
        return newest(stand).billed().orElseThrow().prompt();
    }

    private static long own(RoadStand stand, Agent agent) {
        return count(stand, agent, "x-throughline-memory", "off");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void before_and_after_an_edit_it_is_what_the_next_request_is_billed_for(Dialect dialect) throws Exception {
        try (RoadStand stand = stand(new MemoryStore())) {
            Agent agent = agent(dialect);
            agent.ask(stand);
            agent.user("And that.");
            assertEquals(own(stand, agent), count(stand, agent), "nothing is edited so far");
            assertEquals(count(stand, agent), billed(stand, agent));
            for (int i = 20; i < 48; i++) {
                agent.ran(i, output(i, 40));
            }
            agent.user("Go on.").ask(stand);
            agent.user("And on.");
            long counted = count(stand, agent);
            assertTrue(counted < own(stand, agent), "an edit is in force");
            assertEquals(counted, billed(stand, agent));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void what_the_next_request_would_have_to_leave_out_is_not_counted(Dialect dialect) throws Exception {
        for (Policy policy : List.of(AUTO, new Compact(Compact.Settings.USUAL))) {
            try (RoadStand stand = stand(new MemoryStore(), Wires::of, editing(policy, List::of))) {
                Agent agent = agent(dialect);
                agent.ask(stand);
                for (int i = 20; i < 60; i++) {
                    agent.ran(i, output(i, 40));
                }
                long counted = count(stand, agent);
                assertTrue(own(stand, agent) > WINDOW && counted < WINDOW, "counted " + counted);
                assertEquals(counted, billed(stand, agent));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void tools_of_ours_are_counted_where_the_session_has_them(Dialect dialect) throws Exception {
        OfferedTools tools = new OfferedTools() {
            @Override
            public List<LocalTool> known() {
                return List.of(TOOL);
            }

            @Override
            public long leastTokens() {
                return 0;
            }
        };
        try (RoadStand stand = stand(new MemoryStore(), Wires::of, editing(AUTO, tools))) {
            Agent agent = agent(dialect);
            agent.ask(stand);
            agent.user("Next.");
            long counted = count(stand, agent);
            assertTrue(newest(stand).body().utf8().contains("Brings back what was said before."));
            assertTrue(counted > own(stand, agent));
            assertEquals(counted, billed(stand, agent));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void of_a_session_that_is_not_known_the_clients_own_bytes_are_counted(Dialect dialect) throws Exception {
        MemoryStore store = new MemoryStore();
        try (RoadStand stand = stand(store)) {
            Agent agent = agent(dialect);
            String spaced = " " + agent.countBody();
            HttpResponse<String> response = stand.post(agent.countPath(), spaced);
            assertEquals(200, response.statusCode());
            assertEquals(spaced, newest(stand).body().utf8());
            assertTrue(response.headers().map().keySet().stream().noneMatch(name -> name.startsWith("x-throughline")));
            assertEquals(List.of(), cards(store));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void what_has_nothing_in_common_with_its_session_is_counted_as_it_is(Dialect dialect) throws Exception {
        try (RoadStand stand = stand(new MemoryStore())) {
            Agent agent = trimmed(stand, dialect, "x-throughline-session", "one");
            Agent other = new Agent(dialect, /* isStreaming= */ true, 100).user("A text to weigh.");
            count(stand, other, "x-throughline-session", "one");
            assertEquals(other.countBody(), newest(stand).body().utf8());
            assertTrue(count(stand, agent, "x-throughline-session", "one") < own(stand, agent));
        }
    }

    /** An agent in whose session an edit is in force. */
    private static Agent trimmed(RoadStand stand, Dialect dialect, String... headers) {
        Agent agent = agent(dialect);
        stand.post(agent.path(), agent.body(), headers);
        for (int i = 20; i < 50; i++) {
            agent.ran(i, output(i, 40));
        }
        stand.post(agent.path(), agent.body(), headers);
        return agent;
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void another_key_sees_nothing_of_a_sessions_edits(Dialect dialect) throws Exception {
        try (RoadStand stand = stand(new MemoryStore())) {
            Agent agent = trimmed(stand, dialect);
            assertTrue(count(stand, agent) < own(stand, agent));
            count(stand, agent, "x-api-key", "sk-other");
            assertEquals(agent.countBody(), newest(stand).body().utf8());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void where_memory_breaks_the_clients_own_bytes_are_counted(Dialect dialect) throws Exception {
        MemoryStore store = new MemoryStore();
        boolean[] isBroken = {false};
        try (RoadStand stand = stand(breaking(store, isBroken))) {
            Agent agent = trimmed(stand, dialect);
            isBroken[0] = true;
            HttpResponse<String> response = stand.post(agent.countPath(), agent.countBody());
            assertEquals(200, response.statusCode());
            assertEquals(Optional.of("store_failed"), response.headers().firstValue("x-throughline-bypass"));
            assertEquals(agent.countBody(), newest(stand).body().utf8());
        }
    }

    private static Store breaking(Store store, boolean[] isBroken) {
        return without(Store.class, store, name -> isBroken[0] && name.equals("find"), () -> {
            throw new ProxyException(ProxyException.Kind.STORE, "store_failed", "The disk is gone.");
        });
    }

    /** Something that does otherwise where a method's name says so. */
    private static <T> T without(Class<T> type, T real, Predicate<String> name, Supplier<Object> otherwise) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (name.test(method.getName())) {
                        return otherwise.get();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Test
    void a_provider_that_refuses_what_was_edited_counts_the_clients_own_bytes() throws Exception {
        OfferedTools refused = new OfferedTools() {
            @Override
            public List<LocalTool> known() {
                return List.of(new LocalTool("odd", "Takes a text.", Bytes.of("{\"type\":\"string\"}")));
            }

            @Override
            public long leastTokens() {
                return 0;
            }
        };
        Function<Dialect, Wire> unchecked =
                dialect -> without(Wire.class, Wires.of(dialect), name -> name.equals("validate"), List::of);
        try (RoadStand stand = stand(new MemoryStore(), unchecked, editing(AUTO, refused))) {
            Agent agent = agent(Dialect.MESSAGES);
            assertEquals(400, stand.post(agent.path(), agent.body()).statusCode());
            int received = stand.model.received().size();
            count(stand, agent.user("Next."));
            assertEquals(received + 2, stand.model.received().size());
            assertEquals(agent.countBody(), newest(stand).body().utf8());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void nothing_of_it_is_kept_and_nothing_changes_by_it(Dialect dialect) throws Exception {
        List<List<Entry>> sessions = new ArrayList<>();
        List<String> sent = new ArrayList<>();
        for (boolean isCounted : new boolean[] {false, true}) {
            MemoryStore store = new MemoryStore();
            try (RoadStand stand = stand(store)) {
                Agent agent = trimmed(stand, dialect);
                for (int i = 50; i < 60; i++) {
                    agent.ran(i, output(i, 40));
                }
                List<Entry> before = entries(store);
                if (isCounted) {
                    count(stand, agent);
                    assertTrue(count(stand, agent) < own(stand, agent));
                }
                assertEquals(before, entries(store));
                assertEquals(1, cards(store).size());
                agent.ask(stand);
                sent.add(newest(stand).body().utf8());
                sessions.add(entries(store).stream()
                        .filter(Entry.Edited.class::isInstance)
                        .toList());
            }
        }
        assertEquals(sent.getFirst(), sent.getLast());
        assertEquals(edits(sessions.getFirst()), edits(sessions.getLast()));
    }

    private static List<?> edits(List<Entry> entries) {
        return entries.stream().map(entry -> ((Entry.Edited) entry).edits()).toList();
    }

    private static List<SessionCard> cards(Store store) {
        return store.sessions(Tenant.LOCAL, Optional.empty(), 100).items();
    }

    private static List<Entry> entries(Store store) {
        return cards(store).stream()
                .flatMap(card -> Stream.of(store.entries(card.ref(), 0, 10_000)))
                .flatMap(page -> page.items().stream())
                .map(Kept::entry)
                .toList();
    }
}
