package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.edit.LocalCallRestorer;
import dev.throughline.engine.edit.LocalCalls;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The history of a request as the model knows it, item by item: what the client sent, and between that the calls which
 * we answered ourselves and of which the client never learned.
 *
 * <pre>
 *   archived  u ─ a ─────── c ─ r      nodes as the client's history makes them
 *   restored  u ─ a ─┬───── c ─ r      the same, and beside them those of our calls
 *                    └ [c r]
 * </pre>
 *
 * <p>Edits name the nodes of our calls too, so whoever asks what they did has to restore them again. Without such calls
 * nothing but names is looked at.
 */
public final class ModelHistory {
    /**
     * One item at its place.
     *
     * @param node the name that edits have for it
     * @param archived the node in the archive; empty for a call of ours and its result
     * @param element which element of the history it belongs to
     * @param item the item, of ours or not
     * @param raw its element, where it is of ours
     * @param content what it holds, where it is of ours
     */
    public record PlacedItem(
            Hash node,
            Optional<Entry.Node> archived,
            int element,
            Optional<Item> item,
            Optional<Bytes> raw,
            Optional<ItemContent> content) {}

    /** An element of the client's history, and its last node. */
    private record Element(Bytes raw, Hash last) {}

    private final Recall recall;
    private final EditLog log;
    private final List<Entry.Node> path;

    private ModelHistory(Recall recall, List<Entry.Node> path) {
        this.recall = recall;
        this.log = recall.transcript().log();
        this.path = path;
    }

    /** The history that ends at a node, with what we put into it; {@code turn} is a request of this history. */
    public static List<PlacedItem> of(Recall recall, Entry.TurnOpened turn, Hash leaf) {
        ModelHistory restored = new ModelHistory(recall, recall.transcript().path(leaf));
        boolean isPlain = restored.path.stream()
                .allMatch(node -> restored.log.insertsAfter(node.id()).isEmpty());
        return isPlain ? restored.plain() : restored.restore(turn);
    }

    private List<PlacedItem> plain() {
        List<PlacedItem> places = new ArrayList<>();
        int element = -1;
        for (int i = 0; i < path.size(); i++) {
            element += i > 0 && isSameElement(path.get(i - 1), path.get(i)) ? 0 : 1;
            places.add(kept(path.get(i).id(), path.get(i), element));
        }
        return places;
    }

    private static PlacedItem kept(Hash node, Entry.Node kept, int element) {
        return new PlacedItem(node, Optional.of(kept), element, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Items of one element are pieces of one source, in order. */
    private static boolean isSameElement(Entry.Node before, Entry.Node node) {
        return before.source().equals(node.source())
                && before.piece().end() <= node.piece().start();
    }

    private List<PlacedItem> restore(Entry.TurnOpened turn) {
        Wire wire = recall.wire(turn.dialect());
        List<Element> elements = elements();
        List<RequestChange> whole = new ArrayList<>();
        elements.forEach(element -> whole.add(new RequestChange.InsertAfter(-1, element.raw())));
        Request frame = wire.decode(recall.source(turn.frame()));
        Request request = wire.decode(RequestRewriter.apply(frame, whole));
        List<Hash> ends = elements.stream().map(Element::last).toList();
        LocalCallRestorer restorer =
                new LocalCallRestorer(wire, log, id -> recall.source(id).utf8());
        return places(wire, restorer.restore(request, ends));
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

    private List<PlacedItem> places(Wire wire, Request restored) {
        List<PlacedItem> places = new ArrayList<>();
        LocalCalls ours = new LocalCalls();
        Hash node = Entry.ROOT;
        int next = 0;
        int parted = -1;
        for (int i = 0; i < restored.history().size(); i++) {
            Bytes raw = restored.raw(restored.history().get(i));
            for (Item item : wire.itemise(raw, new Span(0, raw.length()))) {
                boolean isOurs = ours.has(item, log.tools());
                Hash own = Hash.node(node, item.id());
                node = isOurs ? node : own;
                int at = isOurs ? -1 : keptAt(next, item);
                boolean isFirstPart = !isOurs && at < 0 && next < path.size() && parted != next;
                parted = isFirstPart ? next : parted;
                next = at < 0 ? next : at + 1;
                boolean isKept = at >= 0 || isFirstPart;
                places.add(isKept ? kept(own, path.get(at < 0 ? next : at), i) : added(wire, own, i, item, raw));
            }
        }
        return places;
    }

    /**
     * Where an item stands in the archive; -1 if nowhere. It is the next one, or the one behind that: in Chat our calls
     * may part a text, which is one item in the archive and several in the prompt.
     */
    private int keptAt(int next, Item item) {
        for (int i = next; i < Math.min(path.size(), next + 2); i++) {
            if (path.get(i).item().equals(item.id())) {
                return i;
            }
        }
        return -1;
    }

    private static PlacedItem added(Wire wire, Hash node, int element, Item item, Bytes raw) {
        ItemContent content = wire.editor().content(raw, item);
        return new PlacedItem(
                node, Optional.empty(), element, Optional.of(item), Optional.of(raw.compact()), Optional.of(content));
    }
}
