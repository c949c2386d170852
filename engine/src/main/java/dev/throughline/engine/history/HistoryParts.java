package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Hash;
import dev.throughline.wire.Item;
import dev.throughline.wire.RequestChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The history of a request, divided.
 *
 * @param kept what belongs to the session, in order; the newest message may be changed
 * @param commands commands with their answers
 * @param before what was said before the session began
 */
record HistoryParts(List<HistoryElement> kept, List<HistoryElement> commands, List<HistoryElement> before) {
    /** What does not belong to the session. */
    List<HistoryElement> leftOut() {
        return Stream.concat(commands.stream(), before.stream()).toList();
    }

    /** The last item that was said before the session began. */
    Optional<Hash> lastBefore() {
        return before.reversed().stream()
                .flatMap(element -> element.items().reversed().stream())
                .map(Item::id)
                .findFirst();
    }

    /** The last node of the history that is kept. */
    Hash leaf() {
        return leaf(Entry.ROOT, kept);
    }

    /** The last node of elements that follow a node. */
    static Hash leaf(Hash parent, List<HistoryElement> elements) {
        Hash node = parent;
        for (HistoryElement element : elements) {
            node = element.nodeAfter(node);
        }
        return node;
    }

    /** How the request is changed so that only the kept part remains. */
    List<RequestChange> changes() {
        List<RequestChange> changes = new ArrayList<>();
        leftOut().forEach(element -> changes.add(new RequestChange.Drop(element.index())));
        kept.stream()
                .filter(HistoryElement::isChanged)
                .forEach(element -> changes.add(new RequestChange.ReplaceElement(element.index(), element.raw())));
        return changes;
    }

    /** How the request is changed so that it ends with the newest message, in its original words. */
    List<RequestChange> commandChanges(List<HistoryElement> elements) {
        int newest = HistoryElement.newestMessage(elements);
        Set<Integer> stay = kept.stream()
                .map(HistoryElement::index)
                .filter(index -> index <= newest)
                .collect(Collectors.toSet());
        return elements.stream()
                .filter(element -> !stay.contains(element.index()))
                .map(element -> (RequestChange) new RequestChange.Drop(element.index()))
                .toList();
    }
}
