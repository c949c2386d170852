package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Hints;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the place of one history in a session, element by element.
 *
 * <pre>
 *   known     root ── a ── b ── c ── d          (the path of the request before)
 *   request           a    b    c    d    e    f
 *                     └─ by fingerprint ─┘    └ new: taken apart, hashed, kept
 *
 *   rewind            a    b    x
 *                          └─ a branch begins here
 * </pre>
 *
 * <p>Elements that match that path cost a fingerprint each. From the first that does not, elements are taken apart and
 * their items looked up by node; what is not there is new. An item that was resent in another form is found by its
 * node, so nothing of it is kept twice, and the way joins that path again behind it.
 */
final class HistoryPlacer {
    private final LiveSession session;
    private final Turn turn;
    private final Request request;
    private final Predicate<Item> isContinuation;

    private final List<Entry> entries = new ArrayList<>();
    private final Set<Hash> newNodes = new HashSet<>();
    private final Set<Hash> newSources = new HashSet<>();
    private final List<RecordedTurn.Step> steps = new ArrayList<>();
    private Hash leaf;
    private int items;
    private int sharedItems;
    private boolean isContinued;
    private boolean isHeadKnown;

    HistoryPlacer(LiveSession session, Turn turn, Predicate<Item> isContinuation) {
        this.session = session;
        this.turn = turn;
        this.request = turn.request();
        this.isContinuation = isContinuation;
        this.leaf = start(session, request.hints());
    }

    /** A history begins at the root, unless the provider keeps the beginning and the client sends only what is new. */
    private static Hash start(LiveSession session, Hints hints) {
        return hints.previousResponse()
                .flatMap(session::leafOf)
                .or(() -> hints.conversation().map(_ -> session.leaf()))
                .orElse(Entry.ROOT);
    }

    HistoryPlacement place() {
        int kept = 0;
        int known = 0;
        for (int i = 0; i < request.history().size(); i++) {
            Bytes raw = request.raw(request.history().get(i));
            HashValue128 fingerprint = Fingerprint.of(raw);
            int fresh = newNodes.size();
            RecordedTurn.Step step = isOnPath(i, fingerprint)
                    ? walk(session.path().get(i))
                    : placeElement(request.history().get(i), raw, fingerprint);
            known = known == i && fresh == newNodes.size() ? i + 1 : known;
            if (kept == i
                    && i < session.path().size()
                    && step.equals(session.path().get(i))) {
                kept = i + 1;
            } else {
                steps.add(step);
            }
        }
        boolean isUnknown = session.hasConversation()
                && sharedItems == 0
                && !isContinued
                && !request.hints().continuesStoredResponse();
        Optional<Hash> head = placeHead();
        Entry.Source frame = Entry.Source.of(RequestFrame.of(request));
        keepSource(frame);
        entries.add(opened(head, frame.id()));
        link();
        HistoryPlacement.Known shared = new HistoryPlacement.Known(known, isHeadKnown, isUnknown);
        return new HistoryPlacement(turn, List.copyOf(entries), leaf, shared, kept, List.copyOf(steps));
    }

    /** Whether the way so far is that of the request before, and the next element has the same bytes as there. */
    private boolean isOnPath(int index, HashValue128 fingerprint) {
        return session.isOnPath(index, fingerprint)
                && leaf.equals(
                        index == 0 ? Entry.ROOT : session.path().get(index - 1).node());
    }

    private RecordedTurn.Step walk(RecordedTurn.Step step) {
        leaf = step.node();
        items += step.items();
        sharedItems += step.hasWords() ? 1 : 0;
        return step;
    }

    /** Takes an element apart and places its items. */
    private RecordedTurn.Step placeElement(Span element, Bytes raw, HashValue128 fingerprint) {
        List<Item> parts = turn.wire().itemise(request.body(), element);
        List<Entry.Node> fresh = new ArrayList<>();
        Hash source = raw.hash();
        boolean hasWords = false;
        for (Item item : parts) {
            hasWords |= item.kind() != ItemKind.SYSTEM;
            placeItem(item, source, element.start()).ifPresent(fresh::add);
        }
        if (!fresh.isEmpty()) {
            keepSource(new Entry.Source(source, raw));
            entries.addAll(fresh);
        }
        items += parts.size();
        return new RecordedTurn.Step(fingerprint, leaf, parts.size(), hasWords);
    }

    private Optional<Entry.Node> placeItem(Item item, Hash source, int origin) {
        Hash parent = leaf;
        leaf = Hash.node(parent, item.id());
        if (item.kind() != ItemKind.SYSTEM && session.hasItem(item.id())) {
            sharedItems++;
        }
        if (session.hasNode(leaf) || !newNodes.add(leaf)) {
            return Optional.empty();
        }
        isContinued |= isContinuation.test(item);
        return Optional.of(node(turn, item, new Spot(parent, source, origin, turn.at())));
    }

    /**
     * Where and when an item was said.
     *
     * @param origin where its source begins in the bytes that the item's range points into
     */
    record Spot(Hash parent, Hash source, int origin, Instant at) {}

    /** The node of an item at a spot. */
    static Entry.Node node(Turn turn, Item item, Spot spot) {
        return new Entry.Node(
                Hash.node(spot.parent(), item.id()),
                spot.parent(),
                item.id(),
                item.kind(),
                item.role(),
                item.tool(),
                item.call(),
                spot.source(),
                item.raw().from(spot.origin()),
                turn.wire().profile().tokens(item.raw().length()),
                turn.id(),
                spot.at());
    }

    private Optional<Hash> placeHead() {
        if (request.system().isEmpty() && request.tools().isEmpty()) {
            return Optional.empty();
        }
        List<Hash> system = request.system().stream().map(this::keepPart).toList();
        List<Hash> tools = request.tools().stream().map(this::keepPart).toList();
        Hash id = Hash.of(system + " " + tools);
        isHeadKnown = session.hasHead(id);
        if (!isHeadKnown) {
            entries.add(new Entry.Head(id, system, tools));
        }
        return Optional.of(id);
    }

    /** A tool or a system block: the same in nearly every request, so its hash is remembered by its fingerprint. */
    private Hash keepPart(Span span) {
        Bytes raw = request.raw(span);
        Hash id = session.partNamed(Fingerprint.of(raw), raw);
        keepSource(new Entry.Source(id, raw));
        return id;
    }

    private void keepSource(Entry.Source source) {
        if (!session.hasSource(source.id()) && newSources.add(source.id())) {
            entries.add(new Entry.Source(source.id(), source.bytes().compact()));
        }
    }

    private Entry.TurnOpened opened(Optional<Hash> head, Hash frame) {
        return new Entry.TurnOpened(
                turn.id(),
                turn.at(),
                turn.purpose(),
                turn.wire().dialect(),
                request.model(),
                turn.client(),
                turn.run(),
                head,
                frame,
                leaf,
                items,
                newNodes.size(),
                turn.wire().profile().tokens(request.body().length()));
    }

    private void link() {
        boolean isConversation = turn.purpose() == Purpose.CONVERSATION;
        if (isConversation && isContinued && session.hasConversation() && !leaf.equals(session.leaf())) {
            entries.add(new Entry.Link(leaf, session.leaf(), Entry.Link.Reason.CLIENT_COMPACTION, turn.id()));
        }
    }
}
