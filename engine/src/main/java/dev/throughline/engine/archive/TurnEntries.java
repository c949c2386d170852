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

/** Collects the entries of decisions and of a reply. What the session has already is left out. */
final class TurnEntries {
    private final LiveSession session;
    private final Turn turn;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<Hash> newSources = new HashSet<>();

    private TurnEntries(LiveSession session, Turn turn) {
        this.session = session;
        this.turn = turn;
    }

    /** The texts of decisions and their edits. */
    static List<Entry> ofDecisions(LiveSession session, Turn turn, List<Decision> decisions) {
        TurnEntries all = new TurnEntries(session, turn);
        decisions.forEach(all::addDecision);
        return all.entries;
    }

    /** The end of a turn: the calls that the gateway answered, the reply, and how it ended. */
    static List<Entry> ofClosing(LiveSession session, RecordedTurn recorded, Archive.Closing closing) {
        TurnEntries all = new TurnEntries(session, recorded.turn());
        closing.inserted().ifPresent(all::addDecision);
        Reply reply = closing.reply();
        Hash leaf = recorded.leaf();
        for (Bytes element : reply.elements()) {
            leaf = all.addElement(element, leaf, closing.at());
        }
        List<Hash> unread = reply.unread().stream()
                .map(bytes -> all.addSource(Entry.Source.of(bytes.compact())))
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
        return all.entries;
    }

    private void addDecision(Decision decision) {
        decision.texts().forEach((id, text) -> addSource(new Entry.Source(id, Bytes.of(text))));
        entries.add(new Entry.Edited(turn.id(), turn.at(), decision.edits(), decision.reason()));
    }

    /** Adds the items of a reply's element after a node, and returns the node of the last one. */
    private Hash addElement(Bytes element, Hash parent, Instant at) {
        Entry.Source source = Entry.Source.of(element.compact());
        List<Entry.Node> fresh = new ArrayList<>();
        Hash leaf = parent;
        for (Item item : turn.wire().itemise(element, new Span(0, element.length()))) {
            Entry.Node node = HistoryPlacer.node(turn, item, new HistoryPlacer.Spot(leaf, source.id(), 0, at));
            leaf = node.id();
            if (!session.hasNode(leaf)) {
                fresh.add(node);
            }
        }
        if (!fresh.isEmpty()) {
            addSource(source);
            entries.addAll(fresh);
        }
        return leaf;
    }

    private Hash addSource(Entry.Source source) {
        if (!session.hasSource(source.id()) && newSources.add(source.id())) {
            entries.add(source);
        }
        return source.id();
    }
}
