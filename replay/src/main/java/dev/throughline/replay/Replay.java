package dev.throughline.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Dialect;
import dev.throughline.model.ProxyException;
import dev.throughline.replay.played.PlayedCalls;
import dev.throughline.replay.played.PlayedModel;
import dev.throughline.replay.played.Strays;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.session.Books;
import dev.throughline.replay.session.ReplayedSession;
import dev.throughline.replay.session.Terms;
import dev.throughline.wire.Wire;
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
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Replays sessions over one road, several side by side. The road is built by somebody else: it leads to
 * {@link #upstream}, and asks {@link #helper} what it has to ask on its own.
 */
public final class Replay {
    private final Terms terms;
    private final PlayedModel model;

    /** Told after each session how many are done. */
    @FunctionalInterface
    public interface Progress {
        void done(int sessions, int of);
    }

    public Replay(Terms terms, Function<Dialect, Wire> wires) {
        this.terms = terms;
        this.model = new PlayedModel(terms, wires);
    }

    /** Where the requests of sessions go. */
    public Upstream upstream() {
        return Lane.timed(model);
    }

    /** Where questions of the gateway itself go. */
    public HelperUpstream helper() {
        return new PlayedCalls(model);
    }

    /**
     * Replays these sessions on so many threads, and returns the books of each in the same order. They are complete
     * when the road has finished what it does after turns.
     *
     * <p>Threads are platform threads: what a thread allocates is measured, and virtual ones do not tell.
     */
    public List<Books> run(
            BiConsumer<Inbound, ClientStream> road, List<Supplier<Trajectory>> sessions, int jobs, Progress progress) {
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService crew = Executors.newFixedThreadPool(jobs)) {
            List<Future<Books>> futures = new ArrayList<>();
            for (int i = 0; i < sessions.size(); i++) {
                int number = i;
                futures.add(crew.submit(() -> {
                    Books books = replay(road, number, sessions.get(number).get());
                    progress.done(done.incrementAndGet(), sessions.size());
                    return books;
                }));
            }
            return futures.stream().map(Replay::result).toList();
        }
    }

    private Books replay(BiConsumer<Inbound, ClientStream> road, int number, Trajectory trajectory) {
        ReplayedSession session = new ReplayedSession(name(number, trajectory), trajectory, terms);
        model.open(session);
        try {
            new Lane(session, terms.dialect(), road).replay();
        } finally {
            model.close(session);
        }
        return session.books();
    }

    /** A session's id is derived, so that two runs send the same bytes. */
    private static String name(int number, Trajectory trajectory) {
        return UUID.nameUUIDFromBytes(("replay/" + number + "/" + trajectory.id()).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** What arrived at the model without belonging to a session. */
    public Strays strays() {
        return model.strays();
    }

    private static Books result(Future<Books> future) {
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
