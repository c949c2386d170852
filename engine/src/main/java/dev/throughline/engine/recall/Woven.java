package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Change;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Rewrite;
import dev.throughline.wire.Wire;
import dev.throughline.wire.join.HiddenFormat;
import dev.throughline.wire.wording.Content;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The history of a request as the model knows it, item by item: what the client sent, and between that the calls which
 * we
 * answered ourselves and of which the client never learned.
 *
 * <pre>
 *   archived  u ─ a ─ c ─ r            nodes as the client's history makes them
 *   woven     u ─ a ─ [c r] ─ c' ─ r'  nodes as edits name them, from the first such call on others
 * </pre>
 *
 * <p>Edits name the woven nodes, so whoever asks what they did has to weave again. Without such calls both are the
 * same,
 * and nothing but names is looked at.
 */
public final class Woven {
    /**
     * One item at its place.
     *
     * @param node the name that edits have for it
     * @param kept the node in the archive; empty for a call of ours and its result
     * @param element which element of the history it belongs to
     * @param item the item, of ours or not
     * @param content what it holds, where it is of ours
     */
    public record Place(
            Hash node, Optional<Entry.Node> kept, int element, Optional<Item> item, Optional<Content> content) {}

    /** An element of the client's history, and its last node. */
    private record Element(Bytes raw, Hash last) {}

    private final Recall recall;
    private final EditLog log;
    private final List<Entry.Node> path;

    private Woven(Recall recall, List<Entry.Node> path) {
        this.recall = recall;
        this.log = recall.transcript().log();
        this.path = path;
    }

    /** The history that ends at a node, with what we put into it; {@code turn} is a request of this history. */
    public static List<Place> of(Recall recall, Entry.TurnOpened turn, Hash leaf) {
        Woven woven = new Woven(recall, recall.transcript().path(leaf));
        boolean isPlain = woven.path.stream()
                .allMatch(node -> woven.log.insertsAfter(node.id()).isEmpty());
        return isPlain ? woven.plain() : woven.weave(turn);
    }

    private List<Place> plain() {
        List<Place> places = new ArrayList<>();
        int element = -1;
        for (int i = 0; i < path.size(); i++) {
            element += i > 0 && isSameElement(path.get(i - 1), path.get(i)) ? 0 : 1;
            places.add(kept(path.get(i).id(), path.get(i), element));
        }
        return places;
    }

    private static Place kept(Hash node, Entry.Node kept, int element) {
        return new Place(node, Optional.of(kept), element, Optional.empty(), Optional.empty());
    }

    /** Items of one element are pieces of one source, in order. */
    private static boolean isSameElement(Entry.Node before, Entry.Node node) {
        return before.source().equals(node.source())
                && before.piece().end() <= node.piece().start();
    }

    private List<Place> weave(Entry.TurnOpened turn) {
        Wire wire = recall.wire(turn.dialect());
        List<Element> elements = elements();
        List<Change> whole = new ArrayList<>();
        elements.forEach(element -> whole.add(new Change.InsertAfter(-1, element.raw())));
        Request frame = wire.decode(recall.source(turn.frame()));
        Request request = wire.decode(Rewrite.apply(frame, whole));
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < elements.size() - 1; i++) {
            changes.addAll(putBack(
                    wire, request, i + 1, log.insertsAfter(elements.get(i).last())));
        }
        return places(wire, changes.isEmpty() ? request : wire.decode(Rewrite.apply(request, changes)));
    }

    private List<Element> elements() {
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            Entry.Node node = path.get(i);
            if (i > 0 && isSameElement(path.get(i - 1), node)) {
                elements.removeLast();
            }
            elements.add(new Element(recall.source(node.source()), node.id()));
        }
        return elements;
    }

    /** The newest that fits what the client sent, as when the request was written. */
    private List<Change> putBack(Wire wire, Request request, int first, List<Edit.Insert> inserts) {
        for (Edit.Insert insert : inserts.reversed()) {
            List<Change> back = HiddenFormat.read(recall.source(insert.text()))
                    .map(hidden -> wire.loom().putBack(request, first, hidden))
                    .orElse(List.of());
            if (!back.isEmpty()) {
                return back;
            }
        }
        return List.of();
    }

    private List<Place> places(Wire wire, Request woven) {
        List<Place> places = new ArrayList<>();
        Hash node = Entry.ROOT;
        int next = 0;
        for (int i = 0; i < woven.history().size(); i++) {
            Bytes raw = woven.raw(woven.history().get(i));
            for (Item item : wire.itemise(raw, new Span(0, raw.length()))) {
                node = Hash.node(node, item.id());
                boolean isKept = next < path.size() && path.get(next).item().equals(item.id());
                places.add(
                        isKept
                                ? kept(node, path.get(next++), i)
                                : new Place(
                                        node,
                                        Optional.empty(),
                                        i,
                                        Optional.of(item),
                                        Optional.of(wire.wording().content(raw, item))));
            }
        }
        return places;
    }
}
