package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Item;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Violation;
import dev.throughline.wire.Wire;
import dev.throughline.wire.request.RequestRewriter;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The archived history that is inserted into the request of a client that sends only new messages.
 *
 * <pre>
 *   client's request     context                a3
 *   request              context a1 b1 a2 b2    a3
 * </pre>
 *
 * @param elements the history in the request
 * @param held what the session contains
 * @param begun what the session before contains of the work that the client continues
 */
record InsertedHistory(List<HistoryElement> elements, List<HeldElement> held, List<HeldElement> begun) {
    private static final Logger LOG = LoggerFactory.getLogger(InsertedHistory.class);

    /** The history in the best form with which a provider would not refuse the request. */
    static InsertedHistory of(
            SessionRef session,
            Turn turn,
            List<HistoryElement> elements,
            List<HeldElement> held,
            List<HeldElement> begun) {
        List<List<Item>> sent = HistoryElement.talk(elements);
        List<HeldElement> pairs = PairedCalls.of(turn.wire(), held, begun.isEmpty() ? sent : List.of());
        InsertedHistory exact = new InsertedHistory(elements, pairs, PairedCalls.of(turn.wire(), begun, sent));
        if (exact.violations(turn).isEmpty()) {
            return exact;
        }
        List<HeldElement> texts = texts(turn.wire(), pairs, PairedCalls.hasResult(sent));
        InsertedHistory plain = new InsertedHistory(elements, texts, exact.begun);
        List<Violation> violations = plain.violations(turn);
        if (violations.isEmpty()) {
            return plain;
        }
        LOG.warn(
                "The history of session {} is not inserted into turn {}: the provider would refuse the request ({}).",
                session.id(),
                turn.id(),
                violations.getFirst().rule());
        return new InsertedHistory(elements, List.of(), List.of());
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

    /** The rules that the request would violate because of what is inserted. */
    private List<Violation> violations(Turn turn) {
        List<RequestChange> changes = changes();
        return changes.isEmpty()
                ? List.of()
                : turn.wire()
                        .newViolations(
                                turn.request(), turn.wire().decode(RequestRewriter.apply(turn.request(), changes)));
    }

    /** The context at the beginning, which a client sends with each request. */
    private List<HistoryElement> context() {
        return elements.stream().takeWhile(HistoryElement::isContext).toList();
    }

    /** How the request is changed. */
    List<RequestChange> changes() {
        List<HistoryElement> context = context();
        int last = context.isEmpty() ? -1 : context.getLast().index();
        return Stream.concat(held.stream(), begun.stream())
                .map(element -> (RequestChange) new RequestChange.InsertAfter(last, element.raw()))
                .toList();
    }

    /** Where in the history of the request the part begins that the client sent. */
    Entry.Link link(Turn turn) {
        List<HistoryElement> context = context();
        Hash before = leaf(HistoryParts.leaf(Entry.ROOT, context), held);
        Hash leaf = HistoryParts.leaf(leaf(before, begun), elements.subList(context.size(), elements.size()));
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
