package dev.throughline.engine.archive;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects the new entries of a turn. Entries that the session already has are left out. */
final class TurnEntries {
    private final LiveSession session;
    private final Turn turn;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<Hash> newSources = new HashSet<>();

    TurnEntries(LiveSession session, Turn turn) {
        this.session = session;
        this.turn = turn;
    }

    /** The entries of decisions: their texts and their edits. */
    static List<Entry> ofDecisions(LiveSession session, Turn turn, List<Decision> decisions) {
        TurnEntries all = new TurnEntries(session, turn);
        decisions.forEach(all::addDecision);
        return all.entries;
    }

    /** The entries at the end of a turn: the calls that the gateway answered, the reply, and how the reply ended. */
    static List<Entry> ofClosing(LiveSession session, RecordedTurn recorded, Archive.Closing closing) {
        TurnEntries all = new TurnEntries(session, recorded.turn());
        closing.inserted().ifPresent(all::addDecision);
        Reply reply = closing.reply();
        Hash leaf = recorded.leaf();
        for (Bytes element : reply.elements()) {
            leaf = all.addReplyElement(element, leaf, closing.at());
        }
        List<Hash> unread = reply.unread().stream()
                .map(bytes -> all.addSource(bytes.hash(), bytes))
                .toList();
        all.entries.add(new Entry.TurnClosed(
                recorded.turn().id(),
                closing.at(),
                closing.status(),
                reply.ending(),
                leaf,
                reply.responseId(),
                reply.stopReason(),
                reply.usage(),
                unread,
                closing.sent()));
        if (closing.isWithheld() && !leaf.equals(recorded.leaf())) {
            all.entries.add(new Entry.Link(
                    recorded.leaf(),
                    leaf,
                    Entry.Link.Reason.WITHHELD,
                    recorded.turn().id()));
        }
        return all.entries;
    }

    List<Entry> entries() {
        return entries;
    }

    private void addDecision(Decision decision) {
        decision.texts().forEach((id, text) -> addSource(id, Bytes.of(text)));
        entries.add(new Entry.Edited(turn.id(), turn.at(), decision.edits(), decision.reason()));
    }

    /** Adds the items of an element of a reply after a node, and returns the node of the last one. */
    private Hash addReplyElement(Bytes element, Hash parent, Instant at) {
        Hash source = element.hash();
        List<Entry.Node> fresh = new ArrayList<>();
        Hash leaf = parent;
        for (Item item : turn.wire().itemise(element, new Span(0, element.length()))) {
            Entry.Node node = node(item, leaf, source, 0, at);
            leaf = node.id();
            if (!session.hasNode(leaf)) {
                fresh.add(node);
            }
        }
        addNodes(fresh, source, element);
        return leaf;
    }

    /**
     * The node of an item.
     *
     * @param origin the position of the source in the bytes that the item is a range of
     */
    Entry.Node node(Item item, Hash parent, Hash source, int origin, Instant at) {
        return new Entry.Node(
                Hash.node(parent, item.id()),
                parent,
                item.id(),
                item.kind(),
                item.role(),
                item.tool(),
                item.call(),
                source,
                item.raw().from(origin),
                turn.wire().profile().tokens(item.raw().length()),
                turn.id(),
                at);
    }

    /** Adds the new nodes of an element, after the element itself. */
    void addNodes(List<Entry.Node> fresh, Hash source, Bytes element) {
        if (!fresh.isEmpty()) {
            addSource(source, element);
            entries.addAll(fresh);
        }
    }

    /** Adds a source unless the session has it; returns its id. */
    Hash addSource(Hash id, Bytes bytes) {
        if (!session.hasSource(id) && newSources.add(id)) {
            entries.add(new Entry.Source(id, bytes.compact()));
        }
        return id;
    }
}
