package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.RequestChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Puts the answers that were not sent to the client back into its history, so that the model knows what it said and the
 * provider's cache can be used.
 *
 * <pre>
 *   client's history     a1 (nothing) a2
 *   session's history    a1 b1        a2
 * </pre>
 *
 * <p>An answer is found by the messages that it follows: words of a person, and results of tools. Nothing else counts,
 * because system texts and the texts that an agent adds for its model may differ in each request. If messages were
 * removed or changed since, the newest message alone decides. Messages without content, which the client got instead of
 * answers, are left out: some providers refuse them.
 *
 * <p>An answer that calls tools of the client is not put back: the calls have no results.
 */
final class WithheldAnswers {
    private final Turn turn;
    private final PurposeDetector classifier;
    private final ArchivedElements archived;

    WithheldAnswers(Turn turn, PurposeDetector classifier, ArchivedElements archived) {
        this.turn = turn;
        this.classifier = classifier;
        this.archived = archived;
    }

    /**
     * A message in the client's history.
     *
     * @param index of its element
     * @param item its last item
     * @param chain the hash of this message and all messages before it
     */
    private record Message(int index, Hash item, Hash chain) {}

    /**
     * An answer in the archive.
     *
     * @param item the item of the message that it answers
     * @param chain the hash of that message and the ones before it that are in the client's history
     * @param context the items between the message and the answer
     * @param from the node before its first one
     * @param end its last node
     */
    private record Answer(Hash item, Hash chain, Set<Hash> context, Hash from, Hash end) {}

    /**
     * The changes that put answers back; none if the history contains them.
     *
     * @param withheld the last nodes of the answers, by the nodes that they follow, in the order of the archive
     */
    List<RequestChange> changes(List<HistoryElement> elements, Map<Hash, Hash> withheld) {
        List<RequestChange> changes = new ArrayList<>();
        elements.stream()
                .filter(this::isBlankAnswer)
                .forEach(element -> changes.add(new RequestChange.Drop(element.index())));
        answers(elements, withheld).forEach((message, answer) -> {
            List<Bytes> raw = archived.of(archived.recall().transcript().path(answer.from, answer.end)).stream()
                    .map(HeldElement::raw)
                    .toList();
            if (raw.stream().noneMatch(this::callsTool)) {
                int after = lastContext(elements, message, answer);
                raw.forEach(element -> changes.add(new RequestChange.InsertAfter(after, element)));
            }
        });
        return changes;
    }

    /** The answers of the messages that have none in the client's history. */
    private Map<Message, Answer> answers(List<HistoryElement> elements, Map<Hash, Hash> withheld) {
        List<Message> messages = messages(elements);
        Set<Hash> known = new HashSet<>();
        messages.forEach(message -> items(elements.get(message.index)).forEach(known::add));
        List<Answer> unused = new ArrayList<>();
        Map<Hash, Hash> chains = new HashMap<>();
        withheld.forEach((from, end) -> answer(from, end, known, chains).ifPresent(unused::add));
        Map<Message, Answer> answers = new HashMap<>();
        for (Message message : messages) {
            newest(unused, answer -> answer.chain.equals(message.chain)).ifPresent(answer -> {
                answers.put(message, answer);
                unused.removeIf(other -> other.chain.equals(message.chain));
            });
        }
        answers.keySet().removeIf(message -> !isUnanswered(elements, message));
        for (Message message : messages.reversed()) {
            if (!answers.containsKey(message) && isUnanswered(elements, message)) {
                newest(unused, answer -> answer.item.equals(message.item)).ifPresent(answer -> {
                    answers.put(message, answer);
                    unused.remove(answer);
                });
            }
        }
        return answers;
    }

    private static Optional<Answer> newest(List<Answer> answers, Predicate<Answer> filter) {
        return answers.reversed().stream().filter(filter).findFirst();
    }

    private List<Message> messages(List<HistoryElement> elements) {
        List<Message> messages = new ArrayList<>();
        Hash chain = Entry.ROOT;
        for (HistoryElement element : elements) {
            List<Hash> items = items(element).toList();
            for (Hash item : items) {
                chain = Hash.node(chain, item);
            }
            if (!items.isEmpty()) {
                messages.add(new Message(element.index(), items.getLast(), chain));
            }
        }
        return messages;
    }

    /** The items of an element that are a message. */
    private Stream<Hash> items(HistoryElement element) {
        return element.items().stream()
                .filter(item -> item.kind() == ItemKind.TOOL_RESULT || classifier.isUserMessage(turn, item))
                .map(Item::id);
    }

    /**
     * An answer in the archive; empty if the client's history does not contain its message.
     *
     * @param known the items of the messages in the client's history
     * @param chains see {@link #chain}
     */
    private Optional<Answer> answer(Hash from, Hash end, Set<Hash> known, Map<Hash, Hash> chains) {
        Set<Hash> context = new HashSet<>();
        Optional<Entry.Node> last = archived.recall().transcript().node(from);
        while (last.filter(node ->
                        !known.contains(node.item()) && archived.isContext().test(node))
                .isPresent()) {
            context.add(last.get().item());
            last = archived.recall().transcript().node(last.get().parent());
        }
        return last.filter(node -> known.contains(node.item()))
                .map(node -> new Answer(node.item(), chain(node, known, chains), context, from, end));
    }

    /**
     * The hash of a message in the archive and of those before it that are in the client's history.
     *
     * @param chains the hashes at the nodes that were visited, so that each node is visited once
     */
    private Hash chain(Entry.Node message, Set<Hash> known, Map<Hash, Hash> chains) {
        List<Entry.Node> path = new ArrayList<>();
        Optional<Entry.Node> last = Optional.of(message);
        while (last.filter(node -> !chains.containsKey(node.id())).isPresent()) {
            path.add(last.get());
            last = archived.recall().transcript().node(last.get().parent());
        }
        Hash chain = last.map(node -> chains.get(node.id())).orElse(Entry.ROOT);
        for (Entry.Node node : path.reversed()) {
            chain = known.contains(node.item()) ? Hash.node(chain, node.item()) : chain;
            chains.put(node.id(), chain);
        }
        return chain;
    }

    /** Whether another message follows, with at most context and messages without content before it. */
    private boolean isUnanswered(List<HistoryElement> elements, Message message) {
        return elements.stream()
                .skip(message.index + 1L)
                .filter(element -> !element.isContext() && !isBlankAnswer(element))
                .findFirst()
                .filter(next -> items(next).findAny().isPresent())
                .isPresent();
    }

    /** The element after which an answer was given: the last one of the context that followed its message then. */
    private static int lastContext(List<HistoryElement> elements, Message message, Answer answer) {
        int last = message.index;
        while (last + 1 < elements.size()
                && elements.get(last + 1).isContext()
                && elements.get(last + 1).items().stream().allMatch(item -> answer.context.contains(item.id()))) {
            last++;
        }
        return last;
    }

    private boolean callsTool(Bytes element) {
        return turn.wire().itemise(element, new Span(0, element.length())).stream()
                .anyMatch(item -> item.kind() == ItemKind.TOOL_CALL);
    }

    /** Whether an element is the message without content that the client got instead of an answer. */
    private boolean isBlankAnswer(HistoryElement element) {
        return !element.items().isEmpty()
                && element.items().stream()
                        .allMatch(item -> item.role().equals("assistant")
                                && (item.kind() == ItemKind.ASSISTANT || item.kind() == ItemKind.OTHER)
                                && turn.wire().text(turn.request().body(), item).isBlank());
    }
}
