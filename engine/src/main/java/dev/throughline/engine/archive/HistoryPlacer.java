package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Hints;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the position of a request's history in its session, element by element.
 *
 * <pre>
 *   previous request   root ── a ── b ── c ── d                  the path
 *   this request               a    b    c    d    e    f        e and f are new: parsed, hashed, stored
 *                              └ same fingerprints ┘
 *
 *   after a rewind             a    b    x                       x is new: a branch that begins after b
 * </pre>
 *
 * <p>If an element has the same bytes and the same parent node as on the path of the previous request, only its
 * fingerprint is computed. Any other element is parsed, and each of its items is looked up by the id of its node; an
 * item that is not found is new. An item that is resent in another form has the same node id, so it is found and not
 * stored again, and the elements after it can match the path again.
 */
final class HistoryPlacer {
    private final LiveSession session;
    private final Turn turn;
    private final Request request;
    private final ItemClassifier classifier;

    private final TurnEntries added;
    private final Set<Hash> newNodes = new HashSet<>();
    private final List<RecordedTurn.Step> steps = new ArrayList<>();
    private Hash leaf;
    private Hash newestUserMessage = Entry.ROOT;
    private int items;
    private int sharedItems;
    private int userMessages;
    private boolean isUserMessage;
    private boolean isContinued;
    private boolean isHeadKnown;

    HistoryPlacer(LiveSession session, Turn turn, ItemClassifier classifier) {
        this.session = session;
        this.turn = turn;
        this.request = turn.request();
        this.classifier = classifier;
        this.added = new TurnEntries(session, turn);
        this.leaf = firstParent(session, request.hints());
    }

    /**
     * The parent of the first node of the history. It is the root, unless the provider stores the earlier items and the
     * client sends only new ones; then it is the last node of the earlier items.
     */
    private static Hash firstParent(LiveSession session, Hints hints) {
        return hints.previousResponse()
                .flatMap(session::leafOf)
                .or(() -> hints.conversation().map(_ -> session.leaf()))
                .orElse(Entry.ROOT);
    }

    HistoryPlacement place() {
        List<RecordedTurn.Step> path = session.path();
        int shared = 0;
        int known = 0;
        for (int i = 0; i < request.history().size(); i++) {
            Bytes raw = request.raw(request.history().get(i));
            HashValue128 fingerprint = Fingerprint.of(raw);
            int newBefore = newNodes.size();
            RecordedTurn.Step step = isOnPath(i, fingerprint)
                    ? reuse(path.get(i))
                    : placeElement(request.history().get(i), raw, fingerprint);
            known = known == i && newBefore == newNodes.size() ? i + 1 : known;
            if (shared == i && i < path.size() && step.equals(path.get(i))) {
                shared = i + 1;
            } else {
                steps.add(step);
            }
        }
        boolean isUnknown = session.hasConversation()
                && sharedItems == 0
                && !isContinued
                && !request.hints().continuesStoredResponse();
        if (turn.purpose() == Purpose.COMMAND && !newestUserMessage.equals(Entry.ROOT)) {
            leaf = newestUserMessage; // Texts that the agent adds after a command do not belong to it.
        }
        Optional<Hash> head = placeHead();
        Bytes frame = RequestFrame.of(request);
        added.entries().add(opened(head, added.addSource(frame.hash(), frame)));
        addLink();
        return new HistoryPlacement(
                turn, List.copyOf(added.entries()), leaf, known, isHeadKnown, isUnknown, shared, List.copyOf(steps));
    }

    /** Whether the history matches the path up to this element, and the element has the same bytes as on the path. */
    private boolean isOnPath(int index, HashValue128 fingerprint) {
        return session.isOnPath(index, fingerprint)
                && leaf.equals(
                        index == 0 ? Entry.ROOT : session.path().get(index - 1).node());
    }

    private RecordedTurn.Step reuse(RecordedTurn.Step step) {
        leaf = step.node();
        items += step.items();
        sharedItems += step.hasNonSystemItem() ? 1 : 0;
        return step;
    }

    /** Parses an element and places its items. */
    private RecordedTurn.Step placeElement(Span element, Bytes raw, HashValue128 fingerprint) {
        List<Item> parts = turn.wire().itemise(request.body(), element);
        List<Entry.Node> fresh = new ArrayList<>();
        Hash source = raw.hash();
        boolean hasNonSystemItem = false;
        isUserMessage = false;
        for (Item item : parts) {
            hasNonSystemItem |= item.kind() != ItemKind.SYSTEM;
            placeItem(item, source, element.start()).ifPresent(fresh::add);
        }
        added.addNodes(fresh, source, raw);
        items += parts.size();
        userMessages += isUserMessage ? 1 : 0;
        return new RecordedTurn.Step(fingerprint, leaf, parts.size(), hasNonSystemItem);
    }

    private Optional<Entry.Node> placeItem(Item item, Hash source, int origin) {
        Hash parent = leaf;
        leaf = Hash.node(parent, item.id());
        if (item.kind() != ItemKind.SYSTEM && session.hasItem(item.id())) {
            sharedItems++;
        }
        boolean isKnown = session.hasNode(leaf) || !newNodes.add(leaf);
        boolean isMessage = (!isKnown || turn.purpose() == Purpose.COMMAND) && classifier.isUserMessage(turn, item);
        newestUserMessage = isMessage ? leaf : newestUserMessage;
        if (isKnown) {
            return Optional.empty();
        }
        isContinued |= classifier.isContinuation(turn, item);
        isUserMessage |= isMessage;
        return Optional.of(added.node(item, parent, source, origin, turn.at()));
    }

    private Optional<Hash> placeHead() {
        if (request.system().isEmpty() && request.tools().isEmpty()) {
            return Optional.empty();
        }
        List<Hash> system = request.system().stream().map(this::placePart).toList();
        List<Hash> tools = request.tools().stream().map(this::placePart).toList();
        Hash id = Hash.of(system + " " + tools);
        isHeadKnown = session.hasHead(id);
        if (!isHeadKnown) {
            added.entries().add(new Entry.Head(id, system, tools));
        }
        return Optional.of(id);
    }

    /**
     * Adds a tool or a system block. Nearly every request has the same ones, so their hashes are cached by fingerprint.
     */
    private Hash placePart(Span span) {
        Bytes raw = request.raw(span);
        return added.addSource(session.partHash(Fingerprint.of(raw), raw), raw);
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
                turn.wire().profile().tokens(request.body().length()),
                userMessages);
    }

    /** Links a history that continues after the client's own compaction to the history that it replaces. */
    private void addLink() {
        boolean isConversation = turn.purpose() == Purpose.CONVERSATION;
        if (isConversation && isContinued && session.hasConversation() && !leaf.equals(session.leaf())) {
            added.entries().add(new Entry.Link(leaf, session.leaf(), Entry.Link.Reason.CLIENT_COMPACTION, turn.id()));
        }
    }

    /**
     * The position of a turn's history in its session, and the entries to append. Nothing is stored yet.
     *
     * @param entries the new entries, in the order in which to append them
     * @param leaf the last node of the history
     * @param knownElements how many leading elements of the history are in the session
     * @param isHeadKnown whether the session has the system text and the tools
     * @param isUnknown whether the session has a conversation, and the history has nothing in common with it
     * @param sharedSteps how many leading steps the history shares with the session's newest path
     * @param newSteps the steps after the shared ones
     */
    record HistoryPlacement(
            Turn turn,
            List<Entry> entries,
            Hash leaf,
            int knownElements,
            boolean isHeadKnown,
            boolean isUnknown,
            int sharedSteps,
            List<RecordedTurn.Step> newSteps) {}
}
