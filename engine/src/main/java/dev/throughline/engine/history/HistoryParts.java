package dev.throughline.engine.history;

import dev.throughline.wire.RequestChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The history of a request, divided.
 *
 * @param kept what belongs to the session, in order; the newest message may be changed
 * @param leftOut the rest: earlier sessions, and commands with their answers
 */
record HistoryParts(List<HistoryElement> kept, List<HistoryElement> leftOut) {
    /** How the request is changed so that only the kept part remains. */
    List<RequestChange> changes() {
        List<RequestChange> changes = new ArrayList<>();
        leftOut.forEach(element -> changes.add(new RequestChange.Drop(element.index())));
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
