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
 * The history of a request as the model has seen it, item by item: the items that the client sent, and the local calls,
 * which the client does not know.
 *
 * <pre>
 *   archived  u ─ a ─────── c ─ r      the nodes of the client's history
 *   restored  u ─ a ─┬───── c ─ r      the same nodes, and those of local calls
 *                    └ [c r]
 * </pre>
 *
 * <p>Edits can refer to the nodes of local calls, so the calls are restored in order to apply edits. If there are no
 * local calls, no source is read.
 */
public final class ModelHistory {
    /**
     * One item at its position.
     *
     * @param node the id of the node that edits refer to
     * @param archived the node in the archive; empty for a local call and its result; these have {@code item}, {@code
     *     raw} (the bytes of the element) and {@code content} instead
     * @param element the index of its element in the history
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

    /** The history that ends at a node; {@code turn} is a request with this history. */
    public static List<PlacedItem> of(Recall recall, Entry.TurnOpened turn, Hash leaf) {
        ModelHistory history = new ModelHistory(recall, recall.transcript().path(leaf));
        boolean hasNoLocalCalls = history.path.stream()
                .allMatch(node -> history.log.insertsAfter(node.id()).isEmpty());
        return hasNoLocalCalls ? history.archived() : history.restored(turn);
    }

    private List<PlacedItem> archived() {
        List<PlacedItem> placed = new ArrayList<>();
        int element = -1;
        for (int i = 0; i < path.size(); i++) {
            element += i > 0 && isSameElement(path.get(i - 1), path.get(i)) ? 0 : 1;
            placed.add(archivedItem(path.get(i).id(), path.get(i), element));
        }
        return placed;
    }

    private static PlacedItem archivedItem(Hash node, Entry.Node archived, int element) {
        return new PlacedItem(
                node, Optional.of(archived), element, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Items of one element are ranges of one source, in order. */
    private static boolean isSameElement(Entry.Node before, Entry.Node node) {
        return before.source().equals(node.source())
                && before.piece().end() <= node.piece().start();
    }

    private List<PlacedItem> restored(Entry.TurnOpened turn) {
        Wire wire = recall.wire(turn.dialect());
        List<Element> elements = elements();
        List<RequestChange> inserts = new ArrayList<>();
        elements.forEach(element -> inserts.add(new RequestChange.InsertAfter(-1, element.raw())));
        Request frame = wire.decode(recall.source(turn.frame()));
        Request request = wire.decode(RequestRewriter.apply(frame, inserts));
        List<Hash> ends = elements.stream().map(Element::last).toList();
        LocalCallRestorer restorer =
                new LocalCallRestorer(wire, log, id -> recall.source(id).utf8());
        return placedItems(wire, restorer.restore(request, ends));
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

    private List<PlacedItem> placedItems(Wire wire, Request restored) {
        List<PlacedItem> placed = new ArrayList<>();
        LocalCalls localCalls = new LocalCalls();
        Hash node = Entry.ROOT;
        int next = 0;
        int splitIndex = -1;
        for (int i = 0; i < restored.history().size(); i++) {
            Bytes raw = restored.raw(restored.history().get(i));
            for (Item item : wire.itemise(raw, new Span(0, raw.length()))) {
                boolean isLocal = localCalls.isLocal(item, log.tools());
                Hash own = Hash.node(node, item.id());
                node = isLocal ? node : own;
                int at = isLocal ? -1 : archivedAt(next, item);
                boolean isFirstPart = !isLocal && at < 0 && next < path.size() && splitIndex != next;
                splitIndex = isFirstPart ? next : splitIndex;
                next = at < 0 ? next : at + 1;
                boolean isArchived = at >= 0 || isFirstPart;
                placed.add(
                        isArchived
                                ? archivedItem(own, path.get(at < 0 ? next : at), i)
                                : localItem(wire, own, i, item, raw));
            }
        }
        return placed;
    }

    /**
     * The index of an item in the archived path; -1 if it is not there. Only the next two items are compared, because
     * in the dialect {@code chat} local calls may split a text: it is one item in the archive and several in the
     * prompt.
     */
    private int archivedAt(int next, Item item) {
        for (int i = next; i < Math.min(path.size(), next + 2); i++) {
            if (path.get(i).item().equals(item.id())) {
                return i;
            }
        }
        return -1;
    }

    private static PlacedItem localItem(Wire wire, Hash node, int element, Item item, Bytes raw) {
        ItemContent content = wire.editor().content(raw, item);
        return new PlacedItem(
                node, Optional.empty(), element, Optional.of(item), Optional.of(raw.compact()), Optional.of(content));
    }
}
