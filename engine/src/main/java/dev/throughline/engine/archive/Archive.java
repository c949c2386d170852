package dev.throughline.engine.archive;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.workingset.edit.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps turns: the request before anything is done with it, the reply as it passed. Only what is new costs work.
 *
 * <p>A session's lease is held while a turn is placed and appended, never while a model answers: two requests of one
 * session may be under way at once, and neither waits for the other's answer. Safe for use by many threads.
 */
public final class Archive {
    private static final Logger LOG = LoggerFactory.getLogger(Archive.class);
    private static final Duration LEASE_WAIT = Duration.ofSeconds(5);

    /** The part of the heap that sessions in memory may take together: a sixth. */
    private static final int LIVE_PART = 6;

    private final Store store;
    private final BiPredicate<Turn, Item> isContinuation;
    private final LiveSessions live;
    private final RecentItems recentItems = new RecentItems();

    /**
     * An archive in a store.
     *
     * @param isContinuation tells the message from which a client goes on after it compacted its history
     */
    public Archive(Store store, BiPredicate<Turn, Item> isContinuation) {
        this(store, isContinuation, usualLiveBytes());
    }

    /**
     * An archive in a store.
     *
     * @param isContinuation tells the message from which a client goes on after it compacted its history
     * @param liveBytes what may be kept in memory of all sessions together, so that their next turn need not read them
     */
    public Archive(Store store, BiPredicate<Turn, Item> isContinuation, long liveBytes) {
        this.store = store;
        this.isContinuation = isContinuation;
        this.live = new LiveSessions(store, liveBytes);
    }

    /** What is kept in memory of sessions unless somebody says otherwise: a part of the heap. */
    public static long usualLiveBytes() {
        return Runtime.getRuntime().maxMemory() / LIVE_PART;
    }

    public RecentItems recentItems() {
        return recentItems;
    }

    /**
     * What is done with a history that has nothing in common with what its session knows. Otherwise it is a new branch
     * of the session.
     *
     * @param mayBeSideRequest whether it is a side request if it has no tools while the session has
     * @param child opens the session that it belongs to instead, for a key that conversations share
     */
    public record UnknownHistory(boolean mayBeSideRequest, Optional<Supplier<SessionCard>> child) {}

    /** Keeps a request. */
    public RecordedTurn record(SessionCard card, Turn turn, UnknownHistory unknown) {
        try (Store.Lease lease = store.lease(card.ref(), LEASE_WAIT)) {
            LiveSession session = live.under(lease);
            HistoryPlacement placement = place(session, turn);
            boolean hasTools = !turn.request().tools().isEmpty();
            boolean isFirst = hasTools && !session.hasTools(); // What came before was a title or the like.
            boolean isUnknown = placement.known().isUnknown() && turn.purpose() == Purpose.CONVERSATION && !isFirst;
            if (isUnknown && unknown.mayBeSideRequest() && session.hasTools() && !hasTools) {
                return append(lease, session, card, place(session, turn.as(Purpose.ASIDE)));
            }
            if (!isUnknown || unknown.child().isEmpty()) {
                return append(lease, session, card, placement);
            }
        }
        return record(unknown.child().get().get(), turn);
    }

    /** Keeps a request in this session, whatever its history. */
    public RecordedTurn record(SessionCard card, Turn turn) {
        try (Store.Lease lease = store.lease(card.ref(), LEASE_WAIT)) {
            LiveSession session = live.under(lease);
            return append(lease, session, card, place(session, turn));
        }
    }

    /**
     * What would be recorded if this request came now. Nothing is written.
     *
     * @return nothing if its history has nothing in common with the conversation of the session
     */
    public Optional<DryRun> dryRun(SessionCard card, Turn turn) {
        LiveSession copy;
        try (Store.Lease lease = store.lease(card.ref(), LEASE_WAIT)) {
            copy = live.under(lease).copy();
        }
        HistoryPlacement placement = place(copy, likeNewest(copy, card, turn));
        return copy.hasConversation() && !placement.known().isUnknown()
                ? Optional.of(DryRun.on(copy, card, placement))
                : Optional.empty();
    }

    /** A turn that leaves unsaid what only concerns its answer, as the newest one of the session says it. */
    private Turn likeNewest(LiveSession session, SessionCard card, Turn turn) {
        return session.progress()
                .taken()
                .filter(newest -> newest.dialect().equals(turn.wire().dialect()))
                .flatMap(newest -> store.source(card.ref(), newest.frame()))
                .map(frame -> turn.like(turn.wire().decode(frame)))
                .orElse(turn);
    }

    private HistoryPlacement place(LiveSession session, Turn turn) {
        return new HistoryPlacer(session, turn, item -> isContinuation.test(turn, item)).place();
    }

    private RecordedTurn append(Store.Lease lease, LiveSession session, SessionCard card, HistoryPlacement placement) {
        Turn turn = placement.turn();
        List<RecordedTurn.Step> path = path(session, placement);
        Receipt receipt = append(lease, session, turn, placement.entries());
        if (turn.purpose() == Purpose.CONVERSATION) {
            session.follow(placement.kept(), placement.steps());
        }
        return recorded(card, placement, path, receipt);
    }

    static RecordedTurn recorded(
            SessionCard card, HistoryPlacement placement, List<RecordedTurn.Step> path, Receipt receipt) {
        Turn turn = placement.turn();
        long tokens = turn.wire().profile().tokens(turn.request().body().length());
        return new RecordedTurn(
                turn,
                card,
                placement.leaf(),
                path,
                fresh(placement.entries()),
                tokens,
                prefixTokens(placement),
                receipt);
    }

    /** The whole path of a conversation, or of a side request that goes on from the conversation's newest request. */
    static List<RecordedTurn.Step> path(LiveSession session, HistoryPlacement placement) {
        List<RecordedTurn.Step> before = session.path();
        List<RecordedTurn.Step> path = new ArrayList<>(before.subList(0, placement.kept()));
        path.addAll(placement.steps());
        boolean isOfConversation =
                switch (placement.turn().purpose()) {
                    case CONVERSATION -> true;
                    case ASIDE, PREWARM ->
                        !before.isEmpty()
                                && path.stream()
                                        .map(RecordedTurn.Step::node)
                                        .anyMatch(before.getLast().node()::equals);
                    case COMPACTION, OPAQUE -> false;
                };
        return isOfConversation ? path : List.of();
    }

    private static Set<Hash> fresh(List<Entry> entries) {
        Set<Hash> nodes = new HashSet<>();
        for (Entry entry : entries) {
            if (entry instanceof Entry.Node node) {
                nodes.add(node.id());
            }
        }
        return nodes;
    }

    /** What somebody wants to do with a recorded turn's session while nobody else writes to it. */
    @FunctionalInterface
    public interface Work<T> {
        T on(LeasedSession session);
    }

    /** Does some work under the session's lease. */
    public <T> T at(RecordedTurn recorded, Work<T> work) {
        try (Store.Lease lease = store.lease(recorded.card().ref(), LEASE_WAIT)) {
            LiveSession session = live.under(lease);
            return work.on(new LeasedSession(
                    session,
                    recorded,
                    entries -> append(lease, session, recorded.turn(), entries),
                    /* isDryRun= */ false));
        }
    }

    /** The exact bytes of a source of a session. */
    public Optional<Bytes> source(SessionRef session, Hash id) {
        return store.source(session, id);
    }

    private static long prefixTokens(HistoryPlacement placement) {
        Request request = placement.turn().request();
        long bytes = bytes(request.history().subList(0, placement.known().elements()));
        if (placement.known().isHead()) {
            bytes += bytes(request.system()) + bytes(request.tools());
        }
        return placement.turn().wire().profile().tokens(bytes);
    }

    private static long bytes(List<Span> spans) {
        return spans.stream().mapToLong(Span::length).sum();
    }

    /**
     * How a turn ended.
     *
     * @param status the upstream's HTTP status; 0 when it could not be reached
     * @param sent what was weighed before it was sent, if anything
     * @param inserted puts the calls that we answered ourselves back from now on, if there were any
     */
    public record Closing(
            int status, Reply reply, Instant at, Optional<Entry.Sent> sent, Optional<Decision> inserted) {}

    /** Keeps what the upstream answered to a recorded turn. */
    public Receipt close(RecordedTurn recorded, Closing closing) {
        closing.inserted().ifPresent(decision -> logDecision(recorded, decision, Level.INFO));
        try (Store.Lease lease = store.lease(recorded.card().ref(), LEASE_WAIT)) {
            LiveSession session = live.under(lease);
            return append(lease, session, recorded.turn(), TurnEntries.ofClosing(session, recorded, closing));
        }
    }

    static void logDecision(RecordedTurn recorded, Decision decision, Level level) {
        LOG.atLevel(level)
                .log(
                        "session {}: {} (edits: {})",
                        recorded.card().ref().id(),
                        decision.reason().sentence(),
                        decision.edits().size());
    }

    private Receipt append(Store.Lease lease, LiveSession session, Turn turn, List<Entry> entries) {
        SessionRef ref = lease.session();
        Receipt receipt = store.append(lease, entries);
        long sequence = receipt.lastSequence() - entries.size();
        for (Entry entry : entries) {
            session.accept(new ArchivedEntry(++sequence, entry));
        }
        if (entries.stream().anyMatch(Entry.Edited.class::isInstance)) {
            session.edited(receipt);
        }
        if (turn.purpose() == Purpose.CONVERSATION) {
            // A side request may stand in a session of its own; a conversation must never be found there.
            recentItems.note(ref, entries);
        }
        var _ = receipt.written().whenComplete((_, failure) -> forget(ref, entries, failure));
        var _ = receipt.durable().whenComplete((_, failure) -> forget(ref, entries, failure));
        return receipt;
    }

    /** What could not be kept is not known either: the session is as the store has it. */
    private void forget(SessionRef session, List<Entry> entries, @Nullable Throwable failure) {
        if (failure != null) {
            // The store says why, once.
            LOG.debug("session {}: {} entries could not be written", session, entries.size(), failure);
            live.forget(session);
        }
    }
}
