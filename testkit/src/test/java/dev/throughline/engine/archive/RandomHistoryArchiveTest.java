package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.testkit.history.Plan;
import dev.throughline.testkit.history.RandomHistory;
import dev.throughline.testkit.history.Step;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The archive against a naive model that knows a history as a list of items and nothing else: whatever a client does
 * (grow, rewind, fork, come back, compact, change clothes), every item is kept exactly as first received, once, at its
 * place; also when the gateway is restarted between any two turns.
 */
final class RandomHistoryArchiveTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final int SESSIONS = 6;
    private static final int STEPS = 20;

    @ParameterizedTest
    @EnumSource
    void every_item_of_any_history_is_archived_exactly_and_once(SimulatedDialect dialect) {
        for (int i = 0; i < SESSIONS; i++) {
            long seed = 2_026_040_500L + i;
            new RandomSession(Plan.wild(dialect, seed), "seed " + seed + " " + dialect).run();
        }
    }

    @ParameterizedTest
    @EnumSource
    void only_new_items_of_a_client_that_only_appends_are_stored(SimulatedDialect dialect) {
        RandomSession session = new RandomSession(Plan.straight(dialect, 7), "straight " + dialect);
        session.run();
        for (Entry.TurnOpened turn : session.transcript().turns()) {
            assertTrue(turn.fresh() <= 12, dialect + " stored " + turn.fresh() + " items in one turn");
        }
    }

    @Test
    void a_reply_and_its_echo_are_the_same_nodes() {
        for (SimulatedDialect dialect : SimulatedDialect.values()) {
            RandomSession session = new RandomSession(Plan.straight(dialect, 11), "echo " + dialect);
            session.run();
            assertEquals(List.of(), session.transcript().branches(), dialect + ": something was stored twice");
        }
    }

    /** One client, one session, and a model of what should be archived. */
    private static final class RandomSession {
        private final Wire wire;
        private final String name;
        private final RandomHistory client;
        private final Random random;
        private final Ids ids;
        private final MemoryStore store = new MemoryStore();
        private final SessionCard card;
        private final Map<List<Hash>, Bytes> model = new HashMap<>();
        private Archive archive;

        RandomSession(Plan plan, String name) {
            this.wire = Dialects.of(plan.dialect().dialect());
            this.name = name;
            this.client = new RandomHistory(plan);
            this.random = new Random(plan.seed());
            this.ids = new Ids(random);
            this.archive = archive();
            this.card = store.open(
                    Tenant.LOCAL,
                    new SessionKey(name),
                    () -> new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON));
        }

        private Archive archive() {
            PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
            return new Archive(store, purposes, Archive.defaultLiveBytes());
        }

        void run() {
            for (int i = 0; i < STEPS; i++) {
                archive = random.nextInt(4) == 0 ? archive() : archive;
                step(client.next(), name + " step " + i);
            }
        }

        private void step(Step step, String where) {
            Request request = wire.decode(step.request());
            Turn turn =
                    new Turn(ids.turn(NOON), NOON, Purpose.CONVERSATION, "test", Optional.empty(), wire, request, "");
            RecordedTurn recorded = archive.record(card, turn);
            List<Hash> path = new ArrayList<>();
            for (Span element : request.history()) {
                expect(path, request.body(), wire.itemise(request.body(), element));
            }
            check(path, recorded.leaf(), where);
            Reply reply = read(step.reply());
            archive.close(recorded, new Archive.Closing(200, reply, NOON, Optional.empty(), Optional.empty()));
            for (Bytes element : reply.elements()) {
                expect(path, element, wire.itemise(element, new Span(0, element.length())));
            }
            check(path, transcript().leaf(), where + " reply");
            assertEquals(model.size(), transcript().nodes().size(), where + ": as many nodes as places");
        }

        private void expect(List<Hash> path, Bytes body, List<Item> items) {
            for (Item item : items) {
                path.add(item.id());
                model.putIfAbsent(List.copyOf(path), body.slice(item.raw()).compact());
            }
        }

        private void check(List<Hash> expected, Hash leaf, String where) {
            List<Entry.Node> path = transcript().path(leaf);
            assertEquals(expected, path.stream().map(Entry.Node::item).toList(), where);
            List<Hash> prefix = new ArrayList<>();
            for (Entry.Node node : path) {
                prefix.add(node.item());
                Bytes exact =
                        store.source(card.ref(), node.source()).orElseThrow().slice(node.piece());
                assertEquals(model.get(prefix), exact, where + ": exact bytes as first received");
            }
        }

        private Reply read(Bytes stream) {
            ReplyReader reader = wire.streamedReply();
            reader.feed(stream.array(), stream.offset(), stream.length());
            return reader.finish();
        }

        Transcript transcript() {
            return Transcript.read(after -> store.entries(card.ref(), after, 1000));
        }
    }
}
