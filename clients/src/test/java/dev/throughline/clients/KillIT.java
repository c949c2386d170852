package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.dialects.Dialects;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway is killed repeatedly while clients use it; no turn whose end a client has received is lost. */
final class KillIT {
    private static final int ROUNDS = 8;
    private static final int CLIENTS = 16;
    private static final int FEWEST_TURNS = 20;
    private static final int MOST_TURNS = 300;
    private static final int TIMEOUT_SECONDS = 120;

    @TempDir
    private Path folder;

    private final Queue<ConversationClient.ReceivedTurn> received = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @Test
    void a_turn_that_a_client_received_completely_is_archived_after_a_kill() throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path home = folder.resolve("home");
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()))) {
            for (int round = 0; round < ROUNDS; round++) {
                int before = received.size();
                round(home, model, round, random);
                assertTrue(received.size() > before, "the gateway works with the same home after a kill");
            }
        }
        assertEquals(List.of(), List.copyOf(failures));
        Map<String, ArchivedSession> sessions = new HashMap<>();
        ArchivedSession.all(home)
                .forEach(session -> sessions.put(session.card().key().text(), session));
        received.forEach(turn -> checkArchived(
                turn, Objects.requireNonNull(sessions.get(turn.session()), () -> "no session " + turn.session())));
        System.out.println(
                received.size() + " turns received completely in " + sessions.size() + " sessions, none lost");
    }

    private void round(Path home, ModelServer model, int round, Random random)
            throws IOException, InterruptedException {
        CountDownLatch enough = new CountDownLatch(random.nextInt(FEWEST_TURNS, MOST_TURNS));
        CountDownLatch stopped = new CountDownLatch(CLIENTS);
        try (GatewayProcess gateway = GatewayProcess.start(home, model.url());
                HttpClient client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            URI address = URI.create("http://127.0.0.1:" + gateway.port());
            for (int i = 0; i < CLIENTS; i++) {
                ConversationClient conversation =
                        new ConversationClient(client, "round-" + round + "-" + i, new Random(random.nextLong()));
                Thread.ofVirtual().start(() -> converse(conversation, address, enough, stopped));
            }
            assertTrue(enough.await(TIMEOUT_SECONDS, TimeUnit.SECONDS), gateway::log);
            gateway.kill();
            assertTrue(stopped.await(TIMEOUT_SECONDS, TimeUnit.SECONDS), "clients stop when the gateway is dead");
        }
    }

    /** Sends turns until the gateway is stopped. An error before that is a failure. */
    private void converse(ConversationClient conversation, URI gateway, CountDownLatch enough, CountDownLatch stopped) {
        try {
            while (true) {
                ConversationClient.ReceivedTurn turn = conversation.turn(gateway);
                received.add(turn);
                if (turn.reply().ending() != Reply.Ending.COMPLETE) {
                    failures.add(new AssertionError("a reply that was received completely ended as " + turn.reply()));
                }
                enough.countDown();
            }
        } catch (IOException e) {
            if (enough.getCount() > 0) {
                failures.add(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stopped.countDown();
        }
    }

    private static void checkArchived(ConversationClient.ReceivedTurn turn, ArchivedSession session) {
        SentHistory history = SentHistory.of(turn.dialect(), turn.request());
        history.checkArchivedIn(session);
        Entry.TurnOpened opened = session.transcript().turns().stream()
                .filter(each -> each.leaf().equals(history.leaf()))
                .findFirst()
                .orElseThrow();
        Entry.TurnClosed closed = session.transcript().reply(opened.id()).orElseThrow();
        assertEquals(Reply.Ending.COMPLETE, closed.ending());
        List<Bytes> expected = new ArrayList<>();
        Hash leaf = history.leaf();
        for (Bytes element : turn.reply().elements()) {
            for (Item item : Dialects.of(turn.dialect().dialect()).itemise(element, new Span(0, element.length()))) {
                leaf = Hash.node(leaf, item.id());
            }
            expected.add(element);
        }
        assertEquals(leaf, closed.leaf());
        Hash asked = history.leaf();
        List<Bytes> found = session.transcript().path(closed.leaf()).stream()
                .dropWhile(node -> !node.id().equals(asked))
                .skip(1)
                .map(node -> session.source(node.source()))
                .distinct()
                .toList();
        assertEquals(expected, found, "the reply is archived with the bytes that the client received");
    }
}
