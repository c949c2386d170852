package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.LocalToolCatalog;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Tenant;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ReceivedRequest;
import dev.throughline.simulator.server.Script;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.price.PriceTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A count of tokens covers what the gateway would really send next. */
final class CountTest {
    private static final Policy AUTO = new Auto(AutoSettings.DEFAULT);
    private static final long WINDOW = 20_000;
    private static final LocalTool TOOL = new LocalTool(
            "recall", "Brings back what was said before.", Bytes.of("{\"type\":\"object\",\"properties\":{}}"));

    private static Function<Archive, Optional<PromptEditor>> editing(Policy policy, LocalToolCatalog tools) {
        PromptEditor.EditSettings settings = new PromptEditor.EditSettings(
                PolicyRules.always("auto", policy),
                new ModelWindows(Map.of("m", WINDOW)),
                new PriceTable(Map.of()),
                tools,
                OptionalLong.empty(),
                LearnedWindows.inMemory(),
                EditFigures.DEFAULT);
        return archive -> Optional.of(new PromptEditor(
                archive, settings, _ -> Optional.empty(), new AgentMarkers(List.of()), HelperModel.NONE));
    }

    private static TurnGateway gateway(Store store) {
        return gateway(store, Dialects::of, editing(AUTO, List::of));
    }

    private static TurnGateway gateway(
            Store store, Function<Dialect, Wire> wires, Function<Archive, Optional<PromptEditor>> editing) {
        Script script = _ -> Answer.text("Done.");
        return new TurnGateway(
                ModelOptions.of(script),
                new TurnGateway.Parts(store, wires, List.of(), editing, TurnGateway.NO_TOOLS, Optional.empty()));
    }

    private static String output(int number, int lines) {
        return ("line " + number + " of an output that nobody needs\n").repeat(lines);
    }

    /** An agent whose results fill half of the window. */
    private static Agent agent(SimulatedDialect dialect) {
        Agent agent = new Agent(dialect, /* isStreaming= */ true, 100).user("Mend it.");
        for (int i = 0; i < 20; i++) {
            agent.ran(i, output(i, 40));
        }
        return agent;
    }

    private static long count(TurnGateway gateway, Agent agent, String... headers) {
        HttpResponse<String> response = gateway.post(agent.countPath(), agent.countBody(), headers);
        assertEquals(200, response.statusCode(), response.body());
        return JsonNodes.read(response.body()).path("input_tokens").longValue();
    }

    private static ReceivedRequest newest(TurnGateway gateway) throws InterruptedException {
        return gateway.model.awaitFinished(gateway.model.received().size()).getLast();
    }

    /** What the next request of the agent is billed for. */
    private static long billed(TurnGateway gateway, Agent agent) throws InterruptedException {
        agent.ask(gateway);
        return newest(gateway).billed().orElseThrow().prompt();
    }

    private static long countUnedited(TurnGateway gateway, Agent agent) {
        return count(gateway, agent, "x-throughline-memory", "off");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void a_count_equals_the_billed_tokens_of_the_next_request_before_and_after_an_edit(SimulatedDialect dialect)
            throws Exception {
        try (TurnGateway gateway = gateway(new MemoryStore())) {
            Agent agent = agent(dialect);
            agent.ask(gateway);
            agent.user("And that.");
            assertEquals(countUnedited(gateway, agent), count(gateway, agent), "there is no edit yet");
            assertEquals(count(gateway, agent), billed(gateway, agent));
            for (int i = 20; i < 48; i++) {
                agent.ran(i, output(i, 40));
            }
            agent.user("Go on.").ask(gateway);
            agent.user("And on.");
            long counted = count(gateway, agent);
            assertTrue(counted < countUnedited(gateway, agent), "an edit applies");
            assertEquals(counted, billed(gateway, agent));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void content_that_the_next_request_would_omit_is_not_counted(SimulatedDialect dialect) throws Exception {
        for (Policy policy : List.of(AUTO, new Compact(CompactSettings.DEFAULT, Retention.DEFAULT))) {
            try (TurnGateway gateway = gateway(new MemoryStore(), Dialects::of, editing(policy, List::of))) {
                Agent agent = agent(dialect);
                agent.ask(gateway);
                for (int i = 20; i < 60; i++) {
                    agent.ran(i, output(i, 40));
                }
                long counted = count(gateway, agent);
                assertTrue(countUnedited(gateway, agent) > WINDOW && counted < WINDOW, "counted " + counted);
                assertEquals(counted, billed(gateway, agent));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void local_tools_of_the_session_are_counted(SimulatedDialect dialect) throws Exception {
        LocalToolCatalog tools = new LocalToolCatalog() {
            @Override
            public List<LocalTool> known() {
                return List.of(TOOL);
            }

            @Override
            public long minPromptTokens() {
                return 0;
            }
        };
        try (TurnGateway gateway = gateway(new MemoryStore(), Dialects::of, editing(AUTO, tools))) {
            Agent agent = agent(dialect);
            agent.ask(gateway);
            agent.user("Next.");
            long counted = count(gateway, agent);
            assertTrue(newest(gateway).body().utf8().contains("Brings back what was said before."));
            assertTrue(counted > countUnedited(gateway, agent));
            assertEquals(counted, billed(gateway, agent));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void for_an_unknown_session_the_client_bytes_are_counted(SimulatedDialect dialect) throws Exception {
        MemoryStore store = new MemoryStore();
        try (TurnGateway gateway = gateway(store)) {
            Agent agent = agent(dialect);
            String spaced = " " + agent.countBody();
            HttpResponse<String> response = gateway.post(agent.countPath(), spaced);
            assertEquals(200, response.statusCode());
            assertEquals(spaced, newest(gateway).body().utf8());
            assertTrue(response.headers().map().keySet().stream().noneMatch(name -> name.startsWith("x-throughline")));
            assertEquals(List.of(), cards(store));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void a_history_unrelated_to_its_session_is_counted_unchanged(SimulatedDialect dialect) throws Exception {
        try (TurnGateway gateway = gateway(new MemoryStore())) {
            Agent agent = trimmed(gateway, dialect, "x-throughline-session", "one");
            Agent other = new Agent(dialect, /* isStreaming= */ true, 100).user("A text to weigh.");
            count(gateway, other, "x-throughline-session", "one");
            assertEquals(other.countBody(), newest(gateway).body().utf8());
            assertTrue(count(gateway, agent, "x-throughline-session", "one") < countUnedited(gateway, agent));
        }
    }

    /** An agent whose session has an edit. */
    private static Agent trimmed(TurnGateway gateway, SimulatedDialect dialect, String... headers) {
        Agent agent = agent(dialect);
        gateway.post(agent.path(), agent.body(), headers);
        for (int i = 20; i < 50; i++) {
            agent.ran(i, output(i, 40));
        }
        gateway.post(agent.path(), agent.body(), headers);
        return agent;
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void the_edits_of_a_session_do_not_apply_to_another_key(SimulatedDialect dialect) throws Exception {
        try (TurnGateway gateway = gateway(new MemoryStore())) {
            Agent agent = trimmed(gateway, dialect);
            assertTrue(count(gateway, agent) < countUnedited(gateway, agent));
            count(gateway, agent, "x-api-key", "sk-other");
            assertEquals(agent.countBody(), newest(gateway).body().utf8());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void if_the_store_fails_the_client_bytes_are_counted(SimulatedDialect dialect) throws Exception {
        MemoryStore store = new MemoryStore();
        boolean[] isBroken = {false};
        try (TurnGateway gateway = gateway(breaking(store, isBroken))) {
            Agent agent = trimmed(gateway, dialect);
            isBroken[0] = true;
            HttpResponse<String> response = gateway.post(agent.countPath(), agent.countBody());
            assertEquals(200, response.statusCode());
            assertEquals(Optional.of("store_failed"), response.headers().firstValue("x-throughline-bypass"));
            assertEquals(agent.countBody(), newest(gateway).body().utf8());
        }
    }

    private static Store breaking(Store store, boolean[] isBroken) {
        return replacing(Store.class, store, name -> isBroken[0] && name.equals("find"), () -> {
            throw new ProxyException(ProxyException.Kind.STORE, "store_failed", "The disk failed.");
        });
    }

    /** A proxy that replaces the methods whose name matches. */
    private static <T> T replacing(Class<T> type, T real, Predicate<String> name, Supplier<Object> replacement) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (name.test(method.getName())) {
                        return replacement.get();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Test
    void if_the_provider_rejects_the_edited_request_the_client_bytes_are_counted() throws Exception {
        LocalToolCatalog refused = new LocalToolCatalog() {
            @Override
            public List<LocalTool> known() {
                return List.of(new LocalTool("odd", "Takes a text.", Bytes.of("{\"type\":\"string\"}")));
            }

            @Override
            public long minPromptTokens() {
                return 0;
            }
        };
        Function<Dialect, Wire> unchecked =
                dialect -> replacing(Wire.class, Dialects.of(dialect), name -> name.equals("newViolations"), List::of);
        try (TurnGateway gateway = gateway(new MemoryStore(), unchecked, editing(AUTO, refused))) {
            Agent agent = agent(SimulatedDialect.MESSAGES);
            assertEquals(400, gateway.post(agent.path(), agent.body()).statusCode());
            int received = gateway.model.received().size();
            count(gateway, agent.user("Next."));
            assertEquals(received + 2, gateway.model.received().size());
            assertEquals(agent.countBody(), newest(gateway).body().utf8());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "CHAT")
    void a_count_is_not_archived_and_does_not_change_later_requests(SimulatedDialect dialect) throws Exception {
        List<List<Entry>> sessions = new ArrayList<>();
        List<String> sent = new ArrayList<>();
        for (boolean isCounted : new boolean[] {false, true}) {
            MemoryStore store = new MemoryStore();
            try (TurnGateway gateway = gateway(store)) {
                Agent agent = trimmed(gateway, dialect);
                for (int i = 50; i < 60; i++) {
                    agent.ran(i, output(i, 40));
                }
                List<Entry> before = entries(store);
                if (isCounted) {
                    count(gateway, agent);
                    assertTrue(count(gateway, agent) < countUnedited(gateway, agent));
                }
                assertEquals(before, entries(store));
                assertEquals(1, cards(store).size());
                agent.ask(gateway);
                sent.add(newest(gateway).body().utf8());
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
                .map(ArchivedEntry::entry)
                .toList();
    }
}
