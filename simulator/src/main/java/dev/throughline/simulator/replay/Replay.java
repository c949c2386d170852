package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.ReplayedSession;
import dev.throughline.simulator.session.SessionResult;
import dev.throughline.simulator.session.Violation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Replays sessions through one turn handler, several at the same time. The caller builds the handler: it sends requests
 * to {@link #upstream} and its own questions to {@link #helper}.
 */
public final class Replay {
    private final ReplaySettings terms;
    private final ReplayModel model;

    /** Called after each session with the number of finished sessions. */
    @FunctionalInterface
    public interface Progress {
        void done(int sessions, int of);
    }

    public Replay(ReplaySettings terms, BiFunction<SimulatedDialect, Bytes, List<Violation>> productRules) {
        this.terms = terms;
        this.model = new ReplayModel(terms, productRules);
    }

    /** Receives the requests of sessions. */
    public Upstream upstream() {
        return ReplayClient.timed(model);
    }

    /** Receives the questions to the helper model. */
    public HelperUpstream helper() {
        return new ReplayHelperUpstream(model);
    }

    /**
     * Replays these sessions on a number of threads and returns their results in the same order. The results are
     * complete when the background work after the turns has ended.
     *
     * <p>The threads are platform threads, because the allocation of virtual threads cannot be measured.
     */
    public List<SessionResult> run(
            BiConsumer<Inbound, ClientStream> handler,
            List<Supplier<Trajectory>> sessions,
            int jobs,
            Progress progress) {
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService crew = Executors.newFixedThreadPool(jobs)) {
            List<Future<SessionResult>> futures = new ArrayList<>();
            for (int i = 0; i < sessions.size(); i++) {
                int number = i;
                futures.add(crew.submit(() -> {
                    SessionResult result =
                            replay(handler, number, sessions.get(number).get());
                    progress.done(done.incrementAndGet(), sessions.size());
                    return result;
                }));
            }
            return futures.stream().map(Replay::result).toList();
        }
    }

    private SessionResult replay(BiConsumer<Inbound, ClientStream> handler, int number, Trajectory trajectory) {
        ReplayedSession session = new ReplayedSession(name(number, trajectory), trajectory, terms);
        model.open(session);
        try {
            new ReplayClient(session, terms.dialect(), handler).replay();
        } finally {
            model.close(session);
        }
        return session.result();
    }

    /** A session's id is derived, so that two runs send the same bytes. */
    private static String name(int number, Trajectory trajectory) {
        return UUID.nameUUIDFromBytes(("replay/" + number + "/" + trajectory.id()).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** What arrived at the model without belonging to a session. */
    public UnmatchedRequests unmatched() {
        return model.unmatched();
    }

    private static SessionResult result(Future<SessionResult> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ProxyException told) {
                throw new ProxyException(told.kind(), told.code(), told.sentence(), e);
            }
            throw new IllegalStateException("a session could not be replayed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sessions were replayed", e);
        }
    }
}
