package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Hash;
import dev.throughline.wire.Item;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.request.RequestRewriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The archived history that is inserted into the request of a client that sends only new messages.
 *
 * <pre>
 *   client's request     context                a3
 *   request              context a1 b1 a2 b2    a3
 * </pre>
 *
 * @param parts the client's own history
 * @param held what the session contains
 * @param begun what the session before contains of the work that the client continues
 */
record InsertedHistory(HistoryParts parts, List<HeldElement> held, List<HeldElement> begun) {
    /** The history in the best form with which a provider would not refuse the request. */
    static InsertedHistory of(Turn turn, HistoryParts parts, List<HeldElement> held, List<HeldElement> begun) {
        List<List<Item>> sent = parts.talk();
        List<HeldElement> pairs = PairedCalls.of(turn.wire(), held, begun.isEmpty() ? sent : List.of());
        return Stream.of(pairs, texts(turn.wire(), pairs, PairedCalls.hasResult(sent)))
                .map(form -> new InsertedHistory(parts, form, PairedCalls.of(turn.wire(), begun, sent)))
                .filter(inserted -> inserted.isValid(turn))
                .findFirst()
                .orElseGet(() -> new InsertedHistory(parts, List.of(), List.of()));
    }

    /** Only the texts, except for the exchange that results of tools continue. */
    private static List<HeldElement> texts(Wire wire, List<HeldElement> held, boolean continuesWork) {
        int end = held.size();
        while (continuesWork && end > 0 && !held.get(end - 1).isMessage()) {
            end--;
        }
        int exact = continuesWork ? Math.max(0, end - 1) : end;
        return Stream.concat(
                        held.subList(0, exact).stream().flatMap(element -> element.asText(wire).stream()),
                        held.subList(exact, held.size()).stream())
                .toList();
    }

    private boolean isValid(Turn turn) {
        if (held.isEmpty() && begun.isEmpty()) {
            return true;
        }
        List<RequestChange> all = new ArrayList<>(parts.changes());
        all.addAll(changes());
        return turn.wire()
                .newViolations(turn.request(), turn.wire().decode(RequestRewriter.apply(turn.request(), all)))
                .isEmpty();
    }

    /** How the request is changed, after the changes of the client's own history. */
    List<RequestChange> changes() {
        List<HistoryElement> context = parts.context();
        int last = context.isEmpty() ? -1 : context.getLast().index();
        return Stream.concat(held.stream(), begun.stream())
                .map(element -> (RequestChange) new RequestChange.InsertAfter(last, element.raw()))
                .toList();
    }

    /** Where in the history of the request the part begins that the client sent. */
    Entry.Link link(Turn turn) {
        List<HistoryElement> context = parts.context();
        Hash before = leaf(HistoryParts.leaf(Entry.ROOT, context), held);
        Hash leaf = HistoryParts.leaf(
                leaf(before, begun),
                parts.kept().subList(context.size(), parts.kept().size()));
        return new Entry.Link(leaf, before, Entry.Link.Reason.HELD, turn.id());
    }

    private static Hash leaf(Hash parent, List<HeldElement> elements) {
        Hash node = parent;
        for (HeldElement element : elements) {
            for (Item item : element.items()) {
                node = Hash.node(node, item.id());
            }
        }
        return node;
    }
}
