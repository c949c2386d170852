package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.RequestChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Puts the answers that were not sent to the client back into its history, so that the model knows what it said and the
 * provider's cache can be used.
 *
 * <pre>
 *   client's history     a1 (nothing) a2
 *   session's history    a1 b1        a2
 * </pre>
 *
 * <p>An answer that calls tools of the client is not put back: the calls have no results.
 */
final class WithheldAnswers {
    private final Turn turn;
    private final Map<Hash, Hash> withheld;
    private final BiFunction<Hash, Hash, List<Bytes>> answers;
    private final List<RequestChange> changes = new ArrayList<>();

    /**
     * @param withheld the last nodes of the answers, by the nodes that they follow
     * @param answers the archived elements after the first node, up to the second
     */
    WithheldAnswers(Turn turn, Map<Hash, Hash> withheld, BiFunction<Hash, Hash, List<Bytes>> answers) {
        this.turn = turn;
        this.withheld = withheld;
        this.answers = answers;
    }

    /** The changes that put them back; none if the history contains them. */
    List<RequestChange> changes(List<HistoryElement> elements) {
        Hash node = Entry.ROOT;
        int next = 0;
        while (next < elements.size()) {
            node = elements.get(next).nodeAfter(node);
            next++;
            Optional<Hash> end = Optional.ofNullable(withheld.get(node));
            List<Bytes> answer = end.isPresent() ? answers.apply(node, end.get()) : List.of();
            if (!answer.isEmpty() && !isNext(elements, next, node, answer)) {
                int after = next - 1;
                while (next < elements.size() && isBlankAnswer(elements.get(next))) {
                    changes.add(new RequestChange.Drop(next));
                    next++;
                }
                if (answer.stream().noneMatch(this::callsTool)) {
                    answer.forEach(element -> changes.add(new RequestChange.InsertAfter(after, element)));
                    node = end.get();
                }
            }
        }
        return changes;
    }

    /** Whether the history continues with the answer, because the gateway holds it. */
    private boolean isNext(List<HistoryElement> elements, int next, Hash node, List<Bytes> answer) {
        return next < elements.size() && elements.get(next).nodeAfter(node).equals(nodeAfter(node, answer.getFirst()));
    }

    private Hash nodeAfter(Hash parent, Bytes element) {
        Hash node = parent;
        for (Item item : turn.wire().itemise(element, new Span(0, element.length()))) {
            node = Hash.node(node, item.id());
        }
        return node;
    }

    private boolean callsTool(Bytes element) {
        return turn.wire().itemise(element, new Span(0, element.length())).stream()
                .anyMatch(item -> item.kind() == ItemKind.TOOL_CALL);
    }

    /** Whether an element is the message without content that the client got instead of the answer. */
    private boolean isBlankAnswer(HistoryElement element) {
        return !element.items().isEmpty()
                && element.items().stream()
                        .allMatch(item -> item.role().equals("assistant")
                                && (item.kind() == ItemKind.ASSISTANT || item.kind() == ItemKind.OTHER)
                                && turn.wire().text(turn.request().body(), item).isBlank());
    }
}
