package dev.throughline.memory.session;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.metadata.MetadataWriter;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.memory.writer.EndedTurn;
import dev.throughline.memory.writer.MemoryWriter;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the indexer, the memory writers and the writer of metadata in the background: after each turn, one turn at a
 * time for each session, and periodically. If turns end while their session is being processed, the newest of them is
 * processed next. A failure is logged and the work is tried again after the next turn. Safe for use by many threads.
 */
public final class MemoryScheduler implements TurnListener, ResetListener {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryScheduler.class);

    private static final int OK = 200;
    private static final int MAX_SESSIONS_AT_ONCE = 4;
    private static final Duration CLOSE_TIME = Duration.ofSeconds(10);
    private static final Duration PERIOD = Duration.ofMinutes(15);

    /** Short, because a gateway that was started for one agent may end soon; but the agent's first turns come first. */
    private static final Duration FIRST_PERIOD = Duration.ofMinutes(1);

    private final ConversationReader sessions;
    private final ProjectMemories memories;
    private final SessionIndexer indexer;
    private final List<MemoryWriter> writers;
    private final MetadataWriter metadata;
    private final MemoryListener listener;
    private final Semaphore capacity = new Semaphore(MAX_SESSIONS_AT_ONCE);
    private final CountDownLatch end = new CountDownLatch(1);

    /** The sessions in progress, each with its newest turn. */
    private final Map<SessionRef, Newest> inProgress = new HashMap<>();

    private boolean isClosed;

    private record Newest(EndedTurn.Figures turn, Step step) {}

    /** What happens with a turn. */
    private enum Step {
        WAITING,
        WRITING,
        /** Memory is written. The session is given a name, for which no other session waits. */
        NAMING
    }

    public MemoryScheduler(
            ConversationReader sessions,
            ProjectMemories memories,
            SessionIndexer indexer,
            List<MemoryWriter> writers,
            MetadataWriter metadata,
            MemoryListener listener) {
        this.sessions = sessions;
        this.memories = memories;
        this.indexer = indexer;
        this.writers = List.copyOf(writers);
        this.metadata = metadata;
        this.listener = listener;
    }

    /** Starts the periodic checks. */
    public void start() {
        Thread.ofVirtual().name("memory writers").start(this::checkPeriodically);
    }

    private void checkPeriodically() {
        try {
            Duration pause = FIRST_PERIOD;
            while (!end.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                run(MemoryWriter::periodically);
                pause = PERIOD;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void on(TurnEvent event) {
        if (event instanceof TurnEvent.Finished turn && turn.recorded().isPresent()) {
            RecordedTurn recorded = turn.recorded().get();
            Purpose purpose = recorded.turn().purpose();
            sessions.projects().observe(recorded);
            boolean isConversation = purpose == Purpose.CONVERSATION || purpose == Purpose.COMPACTION;
            if (isConversation && turn.status() == OK && turn.outcome() == Exchange.Outcome.COMPLETE) {
                schedule(new EndedTurn.Figures(
                        recorded.card(),
                        recorded.turn().request().model(),
                        tokens(turn.reply().flatMap(Reply::usage), recorded.tokens()),
                        isPause(turn, recorded),
                        purpose == Purpose.COMPACTION,
                        /* isLast= */ false));
            }
        }
    }

    /** A session is about to be reset: the writers read the rest of it in the background. */
    @Override
    public void beforeReset(SessionCard ended) {
        schedule(EndedTurn.Figures.ofReset(ended));
    }

    /** The length of the prompt as the provider counted it. The estimate is too high for images. */
    public static long tokens(Optional<Usage> billed, long estimate) {
        long counted = billed.map(Usage::prompt).orElse(0L);
        return counted > 0 ? counted : estimate;
    }

    private static boolean isPause(TurnEvent.Finished turn, RecordedTurn recorded) {
        return turn.reply().isPresent()
                && turn.reply().get().elements().stream().noneMatch(element -> hasCall(element, recorded));
    }

    private static boolean hasCall(Bytes element, RecordedTurn recorded) {
        return recorded.turn().wire().itemise(element, new Span(0, element.length())).stream()
                .anyMatch(item -> item.kind() == ItemKind.TOOL_CALL);
    }

    private void schedule(EndedTurn.Figures turn) {
        SessionRef session = turn.card().ref();
        synchronized (inProgress) {
            if (isClosed) {
                return;
            }
            Newest before = inProgress.get(session);
            EndedTurn.Figures newest =
                    before != null && before.step() == Step.WAITING ? turn.after(before.turn()) : turn;
            inProgress.put(session, new Newest(newest, Step.WAITING));
            if (before == null) {
                Thread.ofVirtual().name("memory of a session").start(() -> process(session));
            }
        }
    }

    private void process(SessionRef session) {
        Optional<EndedTurn.Figures> turn = next(session);
        while (turn.isPresent()) {
            capacity.acquireUninterruptibly();
            try {
                process(turn.get());
            } catch (RuntimeException e) {
                LOG.warn("session {}: the last turn could not be indexed", session.id(), e);
            } finally {
                capacity.release();
            }
            turn = next(session);
        }
    }

    /** The newest turn that was not processed. If there is none, the session is no longer in progress. */
    private Optional<EndedTurn.Figures> next(SessionRef session) {
        synchronized (inProgress) {
            Optional<EndedTurn.Figures> turn = Optional.ofNullable(inProgress.get(session))
                    .filter(newest -> newest.step() == Step.WAITING)
                    .map(Newest::turn);
            turn.ifPresentOrElse(
                    next -> inProgress.put(session, new Newest(next, Step.WRITING)), () -> inProgress.remove(session));
            inProgress.notifyAll();
            return turn;
        }
    }

    private void process(EndedTurn.Figures ended) {
        EndedTurn.Figures turn = ended.of(sessions.projects().newest(ended.card()));
        SessionCard card = turn.card();
        indexer.index(card, sessions);
        if (!writers.isEmpty() && sessions.projects().hasMemory(card)) {
            Project project = sessions.projects().of(card);
            memories.with(project, memory -> {
                write(new EndedTurn(turn, project, memory.memory(), sessions));
                return true;
            });
        }
        sessions.projects().save(card);
        synchronized (inProgress) {
            inProgress.computeIfPresent(
                    card.ref(),
                    (_, newest) -> newest.step() == Step.WRITING ? new Newest(newest.turn(), Step.NAMING) : newest);
            inProgress.notifyAll();
        }
        // A session without memory has a name, too.
        var _ = metadata.afterTurn(card);
    }

    private void write(EndedTurn turn) {
        Map<String, WriteResult> results =
                run(writer -> turn.figures().isLast() ? writer.afterReset(turn) : writer.afterTurn(turn));
        if (!results.isEmpty()) {
            listener.reading(turn.session(), turn.textsRead());
            List<String> outcomes = new ArrayList<>();
            results.forEach((writer, result) -> outcomes.add(writer + "=" + result.word()));
            listener.updated(turn.session(), outcomes, results.containsValue(WriteResult.WRITTEN));
        }
    }

    /** Runs the writers that have work; returns their results by name. */
    private Map<String, WriteResult> run(Function<MemoryWriter, Optional<WriteResult>> work) {
        Map<String, WriteResult> results = new LinkedHashMap<>();
        for (MemoryWriter writer : writers) {
            try {
                work.apply(writer).ifPresent(result -> results.put(writer.name(), result));
            } catch (RuntimeException e) {
                LOG.warn("{} failed; it is tried again later", writer.name(), e);
            }
        }
        return results;
    }

    /** Indexes the turns of a project that have just ended. The writers are not waited for. */
    public void indexPending(Project project) {
        List<SessionCard> cards;
        synchronized (inProgress) {
            cards = inProgress.values().stream()
                    .map(newest -> newest.turn().card())
                    .toList();
        }
        cards.stream()
                .filter(card -> sessions.projects().indexedIn(card).contains(project))
                .forEach(card -> indexer.index(card, sessions));
    }

    /** Waits until all work is done, for this time at most. */
    public void await(Duration time) {
        synchronized (inProgress) {
            await(time, inProgress::isEmpty);
        }
    }

    /** Waits until the memory of these sessions is written, for this time at most. */
    public void awaitWritten(Duration time, Predicate<SessionCard> sessionFilter) {
        synchronized (inProgress) {
            await(
                    time,
                    () -> inProgress.values().stream()
                            .filter(newest -> newest.step() != Step.NAMING)
                            .noneMatch(
                                    newest -> sessionFilter.test(newest.turn().card())));
        }
    }

    private void await(Duration time, BooleanSupplier isDone) {
        long end = System.nanoTime() + time.toNanos();
        try {
            while (!isDone.getAsBoolean() && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(inProgress, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits some seconds for the work in progress; the rest is done after the next turn. Returns whether all is
     * indexed.
     */
    public boolean close() {
        end.countDown();
        synchronized (inProgress) {
            isClosed = true;
            await(CLOSE_TIME, inProgress::isEmpty);
            if (!inProgress.isEmpty()) {
                LOG.info("memory of {} sessions is written after their next turn", inProgress.size());
            }
            return inProgress.isEmpty() && indexer.isComplete();
        }
    }
}
