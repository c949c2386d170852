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
    private static final int VISITORS = 16;
    private static final int FEWEST_TURNS = 20;
    private static final int MOST_TURNS = 300;
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    private Path folder;

    private final Queue<Visitor.Seen> seen = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();

    @Test
    void what_a_client_saw_to_its_end_outlives_a_kill() throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path home = folder.resolve("home");
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()))) {
            for (int round = 0; round < ROUNDS; round++) {
                int before = seen.size();
                round(home, model, round, random);
                assertTrue(seen.size() > before, "the gateway serves on the same home after a kill");
            }
        }
        assertEquals(List.of(), List.copyOf(wrong));
        Map<String, ArchivedSession> sessions = new HashMap<>();
        ArchivedSession.all(home)
                .forEach(session -> sessions.put(session.card().key().text(), session));
        seen.forEach(turn -> isKept(
                turn, Objects.requireNonNull(sessions.get(turn.session()), () -> "no session " + turn.session())));
        System.out.println(seen.size() + " turns seen to their end in " + sessions.size() + " sessions, none lost");
    }

    private void round(Path home, ModelServer model, int round, Random random)
            throws IOException, InterruptedException {
        CountDownLatch enough = new CountDownLatch(random.nextInt(FEWEST_TURNS, MOST_TURNS));
        CountDownLatch gone = new CountDownLatch(VISITORS);
        try (GatewayProcess gateway = GatewayProcess.start(home, model.url());
                HttpClient client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            URI address = URI.create("http://127.0.0.1:" + gateway.port());
            for (int i = 0; i < VISITORS; i++) {
                Visitor visitor = new Visitor(client, "round-" + round + "-" + i, new Random(random.nextLong()));
                Thread.ofVirtual().start(() -> visit(visitor, address, enough, gone));
            }
            assertTrue(enough.await(PATIENCE_SECONDS, TimeUnit.SECONDS), gateway::log);
            gateway.kill();
            assertTrue(gone.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "visitors leave when the gateway is dead");
        }
    }

    /** Sends turns until the gateway is gone. An error before that is a failure. */
    private void visit(Visitor visitor, URI gateway, CountDownLatch enough, CountDownLatch gone) {
        try {
            while (true) {
                Visitor.Seen turn = visitor.turn(gateway);
                seen.add(turn);
                if (turn.reply().ending() != Reply.Ending.COMPLETE) {
                    wrong.add(new AssertionError("an answer that looked whole ended as " + turn.reply()));
                }
                enough.countDown();
            }
        } catch (IOException e) {
            if (enough.getCount() > 0) {
                wrong.add(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            gone.countDown();
        }
    }

    private static void isKept(Visitor.Seen turn, ArchivedSession session) {
        SentHistory history = SentHistory.of(turn.dialect(), turn.request());
        history.isKeptIn(session);
        Entry.TurnOpened opened = session.transcript().turns().stream()
                .filter(each -> each.leaf().equals(history.leaf()))
                .findFirst()
                .orElseThrow();
        Entry.TurnClosed closed = session.transcript().reply(opened.id()).orElseThrow();
        assertEquals(Reply.Ending.COMPLETE, closed.ending());
        List<Bytes> kept = new ArrayList<>();
        Hash leaf = history.leaf();
        for (Bytes element : turn.reply().elements()) {
            for (Item item : Dialects.of(turn.dialect().dialect()).itemise(element, new Span(0, element.length()))) {
                leaf = Hash.node(leaf, item.id());
            }
            kept.add(element);
        }
        assertEquals(leaf, closed.leaf());
        Hash asked = history.leaf();
        List<Bytes> found = session.transcript().path(closed.leaf()).stream()
                .dropWhile(node -> !node.id().equals(asked))
                .skip(1)
                .map(node -> session.source(node.source()))
                .distinct()
                .toList();
        assertEquals(kept, found, "the answer is kept in the bytes that passed");
    }
}
