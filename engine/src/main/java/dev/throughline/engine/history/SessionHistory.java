package dev.throughline.engine.history;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.SessionItems;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.request.RequestRewriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Changes the history of a request into the history of its session, before the request is archived. Safe for use by
 * many threads.
 *
 * <pre>
 *   client's history     a1 b1 a2 b2 | /new a3   b3  /status (answer)  a4     after a reset, with commands
 *   session's history                  a3        b3                    a4
 *
 *   client's message     a4                                                   if the gateway holds the history
 *   session's history    a3 b3 a4
 *
 *   client's history     a1 (nothing) a2                                      after an answer that was not sent
 *   session's history    a1 b1        a2
 * </pre>
 *
 * <p>The result depends only on the request and on the archive, so the same history has the same bytes in later
 * requests and after a restart. What is left out of a request is archived: in an earlier session, as a command, or, if
 * the client has rewritten it since, as bytes of this session that are part of no conversation.
 */
public final class SessionHistory {
    /** How many sessions are remembered in which all elements that are left out are known to be archived. */
    private static final int MAX_SESSIONS = 1_024;

    private static final int OK = 200;

    private final Store store;
    private final Archive archive;
    private final RecallCache recalls;
    private final PurposeDetector classifier;
    private final Predicate<Turn> asksForReset;

    /** The elements that are left out of the requests of a session and are archived, by their fingerprints. */
    private final Cache<SessionRef, Set<HashValue128>> archived = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .build();

    /** @param asksForReset whether the newest message of a turn begins with a word for a reset */
    public SessionHistory(
            Store store,
            Archive archive,
            RecallCache recalls,
            PurposeDetector classifier,
            Predicate<Turn> asksForReset) {
        this.store = store;
        this.archive = archive;
        this.recalls = recalls;
        this.classifier = classifier;
        this.asksForReset = asksForReset;
    }

    /** The turn with the history of its session. Nothing is stored. */
    public AdaptedTurn adapt(SessionCard card, Turn turn, HistoryHolder holder) {
        AdaptedTurn adapted =
                withAnswers(card, adapt(card, turn, EarlierSessions.of(store, card), /* isReset= */ false));
        boolean isHeld = holder == HistoryHolder.GATEWAY
                && turn.purpose() == Purpose.CONVERSATION
                && !turn.continuesStoredResponse();
        return isHeld ? withHeld(card, adapted) : adapted;
    }

    /** The turn with the answers that the client did not get. */
    private AdaptedTurn withAnswers(SessionCard card, AdaptedTurn adapted) {
        Turn turn = adapted.turn();
        Map<Hash, Hash> withheld = inspect(card.ref(), SessionItems::withheld);
        if (withheld.isEmpty() || turn.purpose() == Purpose.OPAQUE) {
            return adapted;
        }
        List<RequestChange> changes = recalls.read(
                card.ref(),
                recall -> new WithheldAnswers(turn, classifier, elements(recall, turn))
                        .changes(HistoryElement.of(turn, classifier), withheld));
        return changes.isEmpty() ? adapted : adapted.changed(with(turn, changes));
    }

    /** The turn with the archived history; without it if the client sends the history itself. */
    private AdaptedTurn withHeld(SessionCard card, AdaptedTurn adapted) {
        Turn turn = adapted.turn();
        List<HistoryElement> elements = HistoryElement.of(turn, classifier);
        List<List<Item>> sent = HistoryElement.talk(elements);
        return recalls.read(card.ref(), recall -> new HeldHistory(elements(recall, turn)).before(sent))
                .map(held -> {
                    List<HeldElement> begun =
                            PairedCalls.lacksCall(held, sent) ? begunBeforeReset(card, turn, sent) : List.of();
                    InsertedHistory inserted = InsertedHistory.of(card.ref(), turn, elements, held, begun);
                    List<RequestChange> changes = inserted.changes();
                    return (changes.isEmpty() ? adapted : adapted.changed(with(turn, changes)))
                            .with(inserted.link(turn));
                })
                .orElse(adapted);
    }

    /** A reset does not interrupt work: of the session before, what precedes results of tools. */
    private List<HeldElement> begunBeforeReset(SessionCard card, Turn turn, List<List<Item>> sent) {
        return card.previous()
                .map(id -> new SessionRef(card.ref().tenant(), id))
                .filter(ref -> store.find(ref).isPresent())
                .map(ref -> recalls.read(ref, recall -> new HeldHistory(elements(recall, turn)).exchangeBefore(sent)))
                .orElse(List.of());
    }

    /** The turn with the history that it would have if the session were reset now. Nothing is stored. */
    public AdaptedTurn adaptAfterReset(SessionCard card, Turn turn) {
        return adapt(card, turn, EarlierSessions.of(store, card).with(card), /* isReset= */ true);
    }

    private AdaptedTurn adapt(SessionCard card, Turn turn, EarlierSessions earlier, boolean isReset) {
        if (turn.purpose() == Purpose.OPAQUE || turn.continuesStoredResponse()) {
            return AdaptedTurn.unchanged(turn);
        }
        boolean asks = turn.purpose() == Purpose.CONVERSATION && asksForReset.test(turn);
        if (!asks && earlier.isEmpty() && !inspect(card.ref(), SessionItems::hasCommands)) {
            return AdaptedTurn.unchanged(turn);
        }
        List<HistoryElement> elements = HistoryElement.of(turn, classifier);
        List<SessionRef> own = isReset ? List.of() : earlier.andAfter(card);
        BitSet commands = commands(turn, own, elements);
        Map<Integer, HistoryElement> messages = messages(turn, own, elements, commands, asks);
        commands.andNot(answeredByModel(commands, own, elements));
        // If the session before was deleted, it is not known what it contained: all but the newest message.
        boolean mayBeEarlier = !isReset && card.turns() == 0 && earlier.isPreviousDeleted(card);
        Optional<Supplier<BitSet>> inEarlier = isReset || card.previous().isPresent()
                ? Optional.of(() -> mayBeEarlier ? indexes(elements, _ -> true) : inAny(earlier.before(), elements))
                : Optional.empty();
        HistoryDivider divider = new HistoryDivider(commands, messages, inEarlier);
        HistoryParts parts = isReset
                ? divider.divide(elements, SessionItems.NONE)
                : inspect(card.ref(), session -> divider.divide(elements, session));
        List<RequestChange> changes = parts.changes();
        List<Entry.Link> links = new ArrayList<>();
        if (turn.purpose() == Purpose.CONVERSATION && !isReset) {
            resetLink(card, turn, parts).ifPresent(links::add);
        }
        if (changes.isEmpty() && links.isEmpty()) {
            return AdaptedTurn.unchanged(turn);
        }
        Optional<Turn> command = asks && !commands.get(HistoryElement.newestMessage(elements))
                ? Optional.of(with(turn, parts.commandChanges(elements)).withPurpose(Purpose.COMMAND))
                : Optional.empty();
        return new AdaptedTurn(with(turn, changes), !changes.isEmpty(), command, unknown(card, earlier, parts), links);
    }

    /** What the session remembers of its beginning: the sessions before it may be deleted later. */
    private Optional<Entry.Link> resetLink(SessionCard card, Turn turn, HistoryParts parts) {
        return parts.lastBefore()
                .filter(_ ->
                        inspect(card.ref(), session -> session.beforeReset().isEmpty()))
                .map(last -> new Entry.Link(parts.leaf(), last, Entry.Link.Reason.RESET, turn.id()));
    }

    /** Archives what the session's history does not contain and is in no archive yet. */
    public void archive(SessionCard card, AdaptedTurn adapted, TurnId commandId) {
        if (!adapted.unknown().isEmpty() || !adapted.links().isEmpty()) {
            archive.addBeside(card.ref(), adapted.unknown(), adapted.links());
        }
        adapted.command().map(command -> command.withId(commandId)).ifPresent(command -> {
            RecordedTurn recorded = archive.record(card, command);
            var _ = archive.close(
                    recorded, new Archive.Closing(OK, Reply.EMPTY, command.at(), Optional.empty(), Optional.empty()));
        });
    }

    private static Turn with(Turn turn, List<RequestChange> changes) {
        return changes.isEmpty()
                ? turn
                : turn.withRequest(turn.wire().decode(RequestRewriter.apply(turn.request(), changes)));
    }

    /** Looks at the items of a session; one that was deleted meanwhile has none. */
    private <T> T inspect(SessionRef session, Function<SessionItems, T> work) {
        try {
            return archive.inspect(session, work);
        } catch (ProxyException e) {
            if (e.code().equals("session_unknown")) {
                return work.apply(SessionItems.NONE);
            }
            throw e;
        }
    }

    /** The elements that are commands of one of these sessions. */
    private BitSet commands(Turn turn, List<SessionRef> sessions, List<HistoryElement> elements) {
        return sessions.stream()
                .map(ref -> inspect(ref, session -> commands(turn, elements, session)))
                .collect(BitSet::new, BitSet::or, BitSet::or);
    }

    private BitSet commands(Turn turn, List<HistoryElement> elements, SessionItems session) {
        return indexes(
                elements,
                element -> session.hasCommands()
                        && element.items().stream()
                                .anyMatch(
                                        item -> session.isCommand(item.id()) && classifier.isUserMessage(turn, item)));
    }

    /**
     * Of these elements, those that the model has answered in one of these sessions: the same words as a command, for
     * example of a person who may not give commands.
     */
    private BitSet answeredByModel(BitSet commands, List<SessionRef> sessions, List<HistoryElement> elements) {
        BitSet answered = new BitSet();
        commands.stream()
                .forEach(index -> elements.stream()
                        .skip(index + 1L)
                        .filter(next -> !next.isContext())
                        .findFirst()
                        .filter(next -> sessions.stream().anyMatch(ref -> inspect(ref, next::isOfModel)))
                        .ifPresent(_ -> answered.set(index)));
        return answered;
    }

    /** The elements that began with a word for a reset, without it: the rest is in one of these sessions, or new. */
    private Map<Integer, HistoryElement> messages(
            Turn turn, List<SessionRef> sessions, List<HistoryElement> elements, BitSet commands, boolean asks) {
        int newest = asks ? HistoryElement.newestMessage(elements) : -1;
        Map<Integer, HistoryElement> messages = new HashMap<>();
        elements.stream()
                .filter(element -> element.index() == newest || commands.get(element.index()))
                .flatMap(element -> element.withoutFirstWord(turn, classifier).stream())
                .filter(rest -> rest.index() == newest || sessions.stream().anyMatch(ref -> inspect(ref, rest::isIn)))
                .forEach(rest -> messages.put(rest.index(), rest));
        return messages;
    }

    private BitSet inAny(List<SessionRef> sessions, List<HistoryElement> elements) {
        return sessions.stream()
                .map(ref -> inspect(ref, session -> indexes(elements, element -> element.isIn(session))))
                .collect(BitSet::new, BitSet::or, BitSet::or);
    }

    private static BitSet indexes(List<HistoryElement> elements, Predicate<HistoryElement> filter) {
        return elements.stream()
                .filter(filter)
                .map(HistoryElement::index)
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    /**
     * The elements that are left out and are in no archive: the client has rewritten them. None if an earlier session
     * was deleted, because they may be its content.
     */
    private List<Bytes> unknown(SessionCard card, EarlierSessions earlier, HistoryParts parts) {
        if (!earlier.isComplete()) {
            return List.of();
        }
        Set<HashValue128> known = archived.get(card.ref(), _ -> ConcurrentHashMap.newKeySet());
        List<HistoryElement> unknown = parts.leftOut().stream()
                .filter(element -> !known.contains(Fingerprint.of(element.raw())))
                .toList();
        List<SessionRef> sessions = Stream.of(List.of(card.ref()), earlier.before(), earlier.after())
                .flatMap(List::stream)
                .toList();
        for (int i = 0; i < sessions.size() && !unknown.isEmpty(); i++) {
            List<HistoryElement> missing = missing(sessions.get(i), unknown);
            unknown.stream()
                    .filter(element -> !missing.contains(element))
                    .forEach(element -> known.add(Fingerprint.of(element.raw())));
            unknown = missing;
        }
        return unknown.stream().map(HistoryElement::raw).toList();
    }

    private List<HistoryElement> missing(SessionRef ref, List<HistoryElement> elements) {
        return inspect(
                ref,
                session -> elements.stream()
                        .filter(element -> !element.isIn(session)
                                && !session.hasSource(element.raw().hash()))
                        .toList());
    }

    private ArchivedElements elements(Recall recall, Turn turn) {
        return new ArchivedElements(recall, turn.wire(), node -> isContext(recall, node));
    }

    private boolean isContext(Recall recall, Entry.Node node) {
        return node.kind() == ItemKind.SYSTEM
                || (node.kind() == ItemKind.USER && classifier.isScaffold(recall.text(node)));
    }
}
