package dev.throughline.memory.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.memory.project.MemoryLimits;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.edit.Edit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at sessions after their turns, in the background and one look at a time for each: takes what was said into the
 * index, keeps the session's notes, and lets flush and extraction write memory. A turn that ends while its session is
 * looked at is looked at afterwards. What fails is logged and tried again after the next turn, as the writers'
 * cursors have not moved. Safe for use by many threads.
 */
public final class Learner implements TurnListener {
    private static final Logger LOG = LoggerFactory.getLogger(Learner.class);

    private static final int OK = 200;
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_SESSIONS = 1_024;
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /**
     * What a learner works with.
     *
     * @param window how many tokens a model takes
     * @param isLearning whether anything is written but the index
     */
    public record Means(
            RecallCache views,
            ProjectMemories rooms,
            SessionProjects whereabouts,
            ScaffoldFilter words,
            SessionNotes notes,
            SessionFolders folders,
            ToLongFunction<String> window,
            MemoryLimits limits,
            boolean isLearning,
            MemoryListener listener) {}

    /**
     * A turn that has ended.
     *
     * @param isPause whether the agent waits for the person now
     */
    private record Ended(SessionCard card, String model, long tokens, boolean isPause, boolean isCompaction) {}

    /**
     * How a session was when it was looked at last.
     *
     * @param flushed the compaction before which memory was written, or -1
     * @param told the last place that its notes tell of
     */
    private record Seen(long compactions, long flushed, long tokens, Optional<Hash> told) {}

    private final Means means;
    private final SessionIndexer hearing;
    private final Semaphore room = new Semaphore(MOST_AT_ONCE);
    private final Map<SessionRef, Optional<Ended>> waiting = new HashMap<>();
    private final Map<SessionRef, SessionCard> under = new HashMap<>();
    private final Map<SessionRef, Seen> seen = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Seen> eldest) {
            return size() > MOST_SESSIONS;
        }
    };
    private boolean isClosed;

    public Learner(Means means) {
        this.means = means;
        this.hearing = new SessionIndexer(means.whereabouts(), means.words());
    }

    @Override
    public void on(TurnEvent event) {
        if (event instanceof TurnEvent.Finished turn && turn.recorded().isPresent()) {
            RecordedTurn recorded = turn.recorded().get();
            Purpose purpose = recorded.turn().purpose();
            means.whereabouts().note(recorded);
            boolean isTold = purpose == Purpose.CONVERSATION || purpose == Purpose.COMPACTION;
            if (isTold && turn.status() == OK && turn.outcome() == Exchange.Outcome.COMPLETE) {
                soon(new Ended(
                        recorded.card(),
                        recorded.turn().request().model(),
                        tokens(turn.reply().flatMap(Reply::usage), recorded.tokens()),
                        isPause(turn, recorded),
                        purpose == Purpose.COMPACTION));
            }
        }
    }

    /** How long the prompt was: as the provider counted it, since our guess takes a picture for many words. */
    public static long tokens(Optional<Usage> billed, long guess) {
        long counted = billed.map(Usage::prompt).orElse(0L);
        return counted > 0 ? counted : guess;
    }

    /** Whether the model calls no tool: its words are for the person. */
    private static boolean isPause(TurnEvent.Finished turn, RecordedTurn recorded) {
        return turn.reply().isPresent()
                && turn.reply().get().elements().stream().noneMatch(element -> hasCall(element, recorded));
    }

    private static boolean hasCall(Bytes element, RecordedTurn recorded) {
        return recorded.turn().wire().itemise(element, new Span(0, element.length())).stream()
                .anyMatch(item -> item.kind() == ItemKind.TOOL_CALL);
    }

    /** The last place that the notes of a session tell of, if that is known. */
    public Optional<Hash> told(SessionRef session) {
        synchronized (seen) {
            return Optional.ofNullable(seen.get(session)).flatMap(Seen::told);
        }
    }

    private void soon(Ended ended) {
        SessionRef session = ended.card().ref();
        synchronized (waiting) {
            if (isClosed) {
                return;
            }
            boolean isUnderWay = waiting.containsKey(session);
            waiting.put(session, Optional.of(ended));
            under.put(session, ended.card());
            if (!isUnderWay) {
                Thread.ofVirtual().name("learning").start(() -> work(session));
            }
        }
    }

    private void work(SessionRef session) {
        @Nullable Ended ended = next(session);
        while (ended != null) {
            room.acquireUninterruptibly();
            try {
                look(ended);
            } catch (RuntimeException e) {
                LOG.warn("session {}: nothing could be learnt from its last turn", session.id(), e);
            } finally {
                room.release();
            }
            ended = next(session);
        }
    }

    /** The newest turn that was not looked at; null when there is none, and then nobody is at work any more. */
    private @Nullable Ended next(SessionRef session) {
        synchronized (waiting) {
            Optional<Ended> ended = waiting.getOrDefault(session, Optional.empty());
            if (ended.isEmpty()) {
                waiting.remove(session);
                under.remove(session);
                waiting.notifyAll();
                return null;
            }
            waiting.put(session, Optional.empty());
            return ended.get();
        }
    }

    /** Takes what was said in a session in, with a look of its own; says whether that could be done. */
    public boolean hear(SessionCard card, RecallCache views) {
        if (!means.whereabouts().isHeard(card)) {
            return true;
        }
        boolean isDone = false;
        hearing.begin(card.ref());
        try {
            boolean isWhole = true;
            for (Project project : means.whereabouts().all(card).keySet()) {
                isWhole &= means.rooms().with(project, memory -> hearing.hear(card, project, views, memory));
            }
            isDone = isWhole;
            return isDone;
        } finally {
            if (!isDone) {
                hearing.miss(card.ref());
            }
        }
    }

    /** Takes in what turns of a project that have just ended said; the writers of memory have their time. */
    public void hearOut(Project project) {
        List<SessionCard> cards;
        synchronized (waiting) {
            cards = List.copyOf(under.values());
        }
        for (SessionCard card : cards) {
            if (means.whereabouts().all(card).containsKey(project)) {
                hear(card, means.views());
            }
        }
    }

    /** Lets what is being learnt from such sessions be written first, for some time at most. */
    public void settle(Duration most, Predicate<SessionCard> which) {
        synchronized (waiting) {
            await(most, () -> under.values().stream().noneMatch(which));
        }
    }

    /** Waits until something holds, for some time at most. */
    private void await(Duration most, BooleanSupplier isDone) {
        long end = System.nanoTime() + most.toNanos();
        boolean isInterrupted = false;
        while (!isInterrupted && !isDone.getAsBoolean() && System.nanoTime() < end) {
            try {
                waiting.wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Ended ended) {
        SessionCard card = ended.card();
        hear(card, means.views());
        Project project = means.whereabouts().of(card);
        means.rooms().with(project, memory -> {
            if (means.isLearning() && means.whereabouts().hasMemory(card)) {
                learn(ended, project, memory);
            }
            return true;
        });
        means.folders().save(card);
    }

    private void learn(Ended ended, Project project, ProjectMemory memory) {
        SessionRef session = ended.card().ref();
        long compactions = means.views().look(session, Learner::compactions);
        Seen before;
        synchronized (seen) {
            // Of one that is seen for the first time, only what it does now counts.
            before = seen.getOrDefault(
                    session, new Seen(compactions - (ended.isCompaction() ? 1 : 0), -1, 0, Optional.empty()));
        }
        boolean isFull = before.flushed() != compactions
                && means.limits().flush().isTime(means.window().applyAsLong(ended.model()), ended.tokens());
        // A prompt that became shorter was compacted: it grows from there.
        long tokens = Math.min(before.tokens(), ended.tokens());
        boolean hasGrown = ended.tokens() - tokens >= means.limits().notes().nextTokens();
        if (!ended.isPause() && !isFull && !hasGrown && compactions == before.compactions()) {
            return; // Nothing of what follows would be due, and reading a long session is work.
        }
        boolean isWhole = isFull || compactions != before.compactions();
        Set<Hash> reached = isWhole ? Set.of() : reached(session, memory);
        Conversation said =
                means.views().look(session, recall -> Conversation.since(session, recall, means.words(), reached));
        Conversation here = means.views().look(session, recall -> {
            Predicate<Entry.Node> isHere = means.whereabouts().saidIn(project, ended.card(), recall.transcript());
            return said.only(
                    each -> recall.transcript().node(each.node()).filter(isHere).isPresent());
        });
        List<String> shown = means.views().look(session, Learner::shown);
        means.listener()
                .reading(
                        session,
                        said.items().stream().map(ConversationItem::text).toList());
        List<String> outcomes = new ArrayList<>();
        boolean isNoted = means.notes().afterTurn(said, ended.tokens(), ended.isPause());
        outcomes.add("notes=" + (isNoted ? "written" : "unchanged"));
        if (compactions != before.compactions()) {
            outcomes.add("flush="
                    + word(memory.memory()
                            .flush()
                            .run(here, cycle(before.compactions()), shown)
                            .fate()));
        }
        if (isFull) {
            outcomes.add("flush="
                    + word(memory.memory()
                            .flush()
                            .run(here, cycle(compactions), shown)
                            .fate()));
        }
        if (ended.isPause() && !ended.isCompaction()) {
            outcomes.add("extraction=" + word(memory.memory().extraction().afterTurn(here, shown)));
        }
        means.listener().updated(session, outcomes, outcomes.stream().anyMatch(each -> each.endsWith("=written")));
        synchronized (seen) {
            Optional<Hash> told = isNoted ? said.last().map(ConversationItem::node) : before.told();
            long flushed = isFull ? compactions : before.flushed();
            seen.put(session, new Seen(compactions, flushed, hasGrown ? ended.tokens() : tokens, told));
        }
    }

    /** Up to where both that are asked after each turn have looked; nothing if one of them has not looked yet. */
    private Set<Hash> reached(SessionRef session, ProjectMemory memory) {
        Optional<Hash> learnt = memory.memory().extraction().reached(session);
        Optional<Hash> noted = means.notes().reached(session);
        return learnt.isPresent() && noted.isPresent()
                ? Stream.of(learnt.get(), noted.get()).collect(Collectors.toSet())
                : Set.of();
    }

    private static String word(Enum<?> fate) {
        return fate.name().toLowerCase(Locale.ROOT);
    }

    private static String cycle(long compactions) {
        return Long.toString(compactions);
    }

    /** How often a session was compacted, by its client or by us. */
    private static long compactions(Recall recall) {
        long byClient = recall.transcript().turns().stream()
                .filter(turn -> turn.purpose() == Purpose.COMPACTION)
                .count();
        long byUs = recall.transcript().edits().stream()
                .filter(edited -> edited.edits().stream().anyMatch(Edit.Replace.class::isInstance))
                .count();
        return byClient + byUs;
    }

    /** The lines that a session was shown of memory; what it says about them is no news. */
    private static List<String> shown(Recall recall) {
        List<String> lines = new ArrayList<>();
        recall.transcript().edits().stream()
                .flatMap(edited -> edited.edits().stream())
                .filter(Edit.Prepend.class::isInstance)
                .map(Edit.Prepend.class::cast)
                .map(prepend -> recall.source(prepend.text()).utf8())
                .forEach(text -> text.lines().forEach(lines::add));
        return lines;
    }

    /**
     * Waits for those that are at work, for some seconds; what is not done by then is done after the next turn. Says
     * whether all is done.
     */
    public boolean farewell() {
        boolean isDone;
        synchronized (waiting) {
            isClosed = true;
            await(FAREWELL, waiting::isEmpty);
            isDone = waiting.isEmpty();
            if (!isDone) {
                LOG.info("{} sessions are learnt from when they go on", waiting.size());
            }
        }
        return isDone && hearing.isAllHeard();
    }

    /** The windows of models, with what is taken for one that is unknown. */
    public static ToLongFunction<String> windows(ModelWindows windows) {
        return model -> windows.of(model).orElse(windows.unknown());
    }
}
