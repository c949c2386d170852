package dev.throughline.engine.archive;

import dev.throughline.engine.archive.HistoryPlacer.HistoryPlacement;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.workingset.edit.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Archives turns. A request is archived before it is processed further; a reply is archived when it has ended. Only new
 * elements are parsed, hashed and stored.
 *
 * <p>A session's lease is held while entries are computed and appended, but not while the model answers or data is
 * flushed to disk. Therefore several requests of one session can be in progress at the same time. Safe for use by many
 * threads.
 */
public final class Archive {
    private static final Logger LOG = LoggerFactory.getLogger(Archive.class);
    private static final Duration LEASE_WAIT = Duration.ofSeconds(5);

    /** By default, the cache of sessions may use a sixth of the heap. */
    private static final int LIVE_DIVISOR = 6;

    private final Store store;
    private final ItemClassifier items;
    private final LiveSessions live;
    private final RecentItems recentItems = new RecentItems();

    /**
     * Creates an archive in a store.
     *
     * @param liveBytes the maximum size of the cache of sessions, in bytes of memory
     */
    public Archive(Store store, ItemClassifier items, long liveBytes) {
        this.store = store;
        this.items = items;
        this.live = new LiveSessions(store, liveBytes);
    }

    /** The default of {@code liveBytes}. */
    public static long defaultLiveBytes() {
        return Runtime.getRuntime().maxMemory() / LIVE_DIVISOR;
    }

    public RecentItems recentItems() {
        return recentItems;
    }

    /** Removes a session that was deleted from the store from the caches. */
    public void forget(SessionRef session) {
        live.forget(session);
        recentItems.forget(session);
    }

    /**
     * How to archive a history that has nothing in common with its session. If it is neither treated as a side request
     * nor archived in a child session, it becomes a new branch.
     *
     * @param mayBeSideRequest whether to treat a request without tools as a side request when the session has tools
     * @param child opens a child session for the request; present if several conversations may have the same key
     */
    public record UnknownHistory(boolean mayBeSideRequest, Optional<Supplier<SessionCard>> child) {}

    /** Archives a request in its session or, depending on its history, in a child of the session. */
    public RecordedTurn record(SessionCard card, Turn turn, UnknownHistory unknown) {
        try (Store.Lease lease = store.lease(card.ref(), LEASE_WAIT)) {
            LiveSession session = live.current(lease);
            HistoryPlacement placement = place(session, turn);
            boolean hasTools = !turn.request().tools().isEmpty();
            boolean isFirst = hasTools && !session.hasTools(); // Earlier requests without tools were side requests.
            boolean isUnknown = placement.isUnknown() && turn.purpose() == Purpose.CONVERSATION && !isFirst;
            if (isUnknown && unknown.mayBeSideRequest() && session.hasTools() && !hasTools) {
                return append(lease, session, card, place(session, turn.withPurpose(Purpose.SIDE_REQUEST)));
            }
            if (!isUnknown || unknown.child().isEmpty()) {
                return append(lease, session, card, placement);
            }
        }
        return record(unknown.child().get().get(), turn);
    }

    /** Archives a request in this session, without a check of its history. */
    public RecordedTurn record(SessionCard card, Turn turn) {
        try (Store.Lease lease = store.lease(card.ref(), LEASE_WAIT)) {
            LiveSession session = live.current(lease);
            return append(lease, session, card, place(session, turn));
        }
    }

    /**
     * A copy of the session in which the request is recorded. Decisions change only the copy, and nothing is stored.
     * The copy needs no lease. It is not safe for use by many threads.
     *
     * @return empty if its history has nothing in common with the conversation of the session
     */
    public Optional<LeasedSession> dryRun(SessionCard card, Turn turn) {
        LiveSession copy;
        try (Store.Lease lease = store.lease(card.ref(), LEASE_WAIT)) {
            copy = live.current(lease).copy();
        }
        HistoryPlacement placement = place(copy, withOmittedFields(copy, card, turn));
        if (!copy.hasConversation() || placement.isUnknown()) {
            return Optional.empty();
        }
        List<RecordedTurn.Step> path = path(copy, placement);
        RecordedTurn recorded =
                recorded(withOrigin(card, turn), copy, placement, path, appendTo(copy, placement.entries()));
        return Optional.of(new LeasedSession(copy, recorded, entries -> appendTo(copy, entries), /* isDryRun= */ true));
    }

    /**
     * Requests for a token count omit the output limit and similar fields. These are copied from the newest accepted
     * request.
     */
    private Turn withOmittedFields(LiveSession session, SessionCard card, Turn turn) {
        return session.progress()
                .accepted()
                .filter(newest -> newest.dialect().equals(turn.wire().dialect()))
                .flatMap(newest -> store.source(card.ref(), newest.frame()))
                .map(frame -> turn.withMissingFields(turn.wire().decode(frame)))
                .orElse(turn);
    }

    private static Receipt appendTo(LiveSession copy, List<Entry> entries) {
        entries.forEach(entry -> copy.accept(new ArchivedEntry(copy.sequence() + 1, entry)));
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        return new Receipt(copy.sequence(), done, done);
    }

    private HistoryPlacement place(LiveSession session, Turn turn) {
        return new HistoryPlacer(session, turn, items).place();
    }

    private RecordedTurn append(Store.Lease lease, LiveSession session, SessionCard card, HistoryPlacement placement) {
        List<RecordedTurn.Step> path = path(session, placement);
        Receipt receipt = append(lease, session, isConversation(placement.turn()), entries(card, placement));
        if (isConversation(placement.turn())) {
            session.replacePath(placement.sharedSteps(), placement.newSteps());
        }
        return recorded(withOrigin(card, placement.turn()), session, placement, path, receipt);
    }

    /** The card with the origin of a turn. The store has it after the turn is appended. */
    private static SessionCard withOrigin(SessionCard card, Turn turn) {
        return namedOrigin(card, turn).map(card::after).orElse(card);
    }

    /** The entry for the origin of a turn, if it is the first one or differs from the known one. */
    private static Optional<Entry.OriginNamed> namedOrigin(SessionCard card, Turn turn) {
        return turn.origin()
                .filter(_ -> card.turns() == 0 || !turn.origin().equals(card.origin()))
                .map(origin -> new Entry.OriginNamed(turn.at(), origin));
    }

    /** The entries of a placement, preceded by the origin of the turn if it is new or differs from the known one. */
    private static List<Entry> entries(SessionCard card, HistoryPlacement placement) {
        Optional<Entry.OriginNamed> origin = namedOrigin(card, placement.turn());
        return origin.isEmpty()
                ? placement.entries()
                : Stream.concat(origin.stream(), placement.entries().stream()).toList();
    }

    private static RecordedTurn recorded(
            SessionCard card,
            LiveSession session,
            HistoryPlacement placement,
            List<RecordedTurn.Step> path,
            Receipt receipt) {
        Turn turn = placement.turn();
        Set<Hash> fresh = placement.entries().stream()
                .flatMap(entry -> entry instanceof Entry.Node node ? Stream.of(node.id()) : Stream.empty())
                .collect(Collectors.toSet());
        long tokens = turn.wire().profile().tokens(turn.request().body().length());
        return new RecordedTurn(
                turn,
                card,
                placement.leaf(),
                path,
                fresh,
                tokens,
                prefixTokens(placement),
                session.manualCompaction(),
                receipt);
    }

    /**
     * The path of a request, if it belongs to the conversation or is a side request that continues its newest request.
     */
    private static List<RecordedTurn.Step> path(LiveSession session, HistoryPlacement placement) {
        List<RecordedTurn.Step> newest = session.path();
        List<RecordedTurn.Step> path = new ArrayList<>(newest.subList(0, placement.sharedSteps()));
        path.addAll(placement.newSteps());
        boolean continuesConversation =
                switch (placement.turn().purpose()) {
                    case CONVERSATION -> true;
                    case SIDE_REQUEST, PREWARM ->
                        !newest.isEmpty()
                                && path.stream()
                                        .map(RecordedTurn.Step::node)
                                        .anyMatch(newest.getLast().node()::equals);
                    case COMPACTION, COMMAND, IMPORTED, OPAQUE -> false;
                };
        return continuesConversation ? path : List.of();
    }

    private static long prefixTokens(HistoryPlacement placement) {
        Request request = placement.turn().request();
        long bytes = bytes(request.history().subList(0, placement.knownElements()));
        if (placement.isHeadKnown()) {
            bytes += bytes(request.system()) + bytes(request.tools());
        }
        return placement.turn().wire().profile().tokens(bytes);
    }

    private static long bytes(List<Span> spans) {
        return spans.stream().mapToLong(Span::length).sum();
    }

    /** A function that runs while the session's lease is held, so no other thread or process writes to the session. */
    @FunctionalInterface
    public interface Work<T> {
        T on(LeasedSession session);
    }

    /** Calls a function while the session's lease is held. */
    public <T> T underLease(RecordedTurn recorded, Work<T> work) {
        try (Store.Lease lease = store.lease(recorded.card().ref(), LEASE_WAIT)) {
            LiveSession session = live.current(lease);
            return work.on(new LeasedSession(
                    session,
                    recorded,
                    entries -> append(lease, session, isConversation(recorded.turn()), entries),
                    /* isDryRun= */ false));
        }
    }

    /** Looks at the items of a session while its lease is held. */
    public <T> T inspect(SessionRef ref, Function<SessionItems, T> work) {
        try (Store.Lease lease = store.lease(ref, LEASE_WAIT)) {
            return work.apply(live.current(lease));
        }
    }

    /**
     * Archives elements that are part of no conversation, which are neither indexed nor learnt, and links of a request
     * that is archived next.
     */
    public void addBeside(SessionRef ref, List<Bytes> elements, List<Entry.Link> links) {
        try (Store.Lease lease = store.lease(ref, LEASE_WAIT)) {
            LiveSession session = live.current(lease);
            Stream<Entry.Source> sources = elements.stream()
                    .map(element -> Entry.Source.of(element.compact()))
                    .distinct()
                    .filter(source -> !session.hasSource(source.id()));
            List<Entry> entries = Stream.<Entry>concat(sources, links.stream()).toList();
            if (!entries.isEmpty()) {
                append(lease, session, /* isConversation= */ false, entries);
            }
        }
    }

    /** The exact bytes of a source of a session. */
    public Optional<Bytes> source(SessionRef session, Hash id) {
        return store.source(session, id);
    }

    /**
     * How a turn ended.
     *
     * @param status the upstream's HTTP status; 0 if it could not be reached
     * @param sent the size of the requests that were sent, if it was computed
     * @param inserted the decision to insert, in later requests, the calls that the gateway answered, if any
     * @param isWithheld whether the reply was not sent to the client
     */
    public record Closing(
            int status,
            Reply reply,
            Instant at,
            Optional<Entry.Sent> sent,
            Optional<Decision> inserted,
            boolean isWithheld) {
        /** The end of a turn whose reply was sent to the client. */
        public Closing(int status, Reply reply, Instant at, Optional<Entry.Sent> sent, Optional<Decision> inserted) {
            this(status, reply, at, sent, inserted, /* isWithheld= */ false);
        }
    }

    /** Archives the reply to a recorded turn. */
    public Receipt close(RecordedTurn recorded, Closing closing) {
        closing.inserted().ifPresent(decision -> logDecision(recorded, decision, Level.INFO));
        try (Store.Lease lease = store.lease(recorded.card().ref(), LEASE_WAIT)) {
            LiveSession session = live.current(lease);
            return append(
                    lease, session, isConversation(recorded.turn()), TurnEntries.ofClosing(session, recorded, closing));
        }
    }

    static void logDecision(RecordedTurn recorded, Decision decision, Level level) {
        String reason = decision.reason().sentence();
        int edits = decision.edits().size();
        LOG.atLevel(level)
                .log("session {}: {} (edits: {})", recorded.card().ref().id(), reason, edits);
    }

    private Receipt append(Store.Lease lease, LiveSession session, boolean isConversation, List<Entry> entries) {
        SessionRef ref = lease.session();
        Receipt receipt = store.append(lease, entries);
        long sequence = receipt.lastSequence() - entries.size();
        for (Entry entry : entries) {
            session.accept(new ArchivedEntry(++sequence, entry));
        }
        if (entries.stream().anyMatch(Entry.Edited.class::isInstance)) {
            session.setPendingEdits(receipt);
        }
        if (isConversation) {
            // Not for side requests: one may have a session of its own, and no conversation may be assigned to it.
            recentItems.note(ref, entries);
        }
        var _ = receipt.written().whenComplete((_, failure) -> forgetIfFailed(ref, failure));
        var _ = receipt.durable().whenComplete((_, failure) -> forgetIfFailed(ref, failure));
        return receipt;
    }

    private static boolean isConversation(Turn turn) {
        return turn.purpose() == Purpose.CONVERSATION;
    }

    /** Removes a session from the cache if its entries could not be written. It is then read from the store again. */
    private void forgetIfFailed(SessionRef session, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.debug("session {}: entries could not be written", session, failure); // The store logs the cause once.
            live.forget(session);
        }
    }
}
