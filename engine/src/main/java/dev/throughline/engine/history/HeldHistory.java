package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The archived conversation of a session as elements of a request, for clients that send only new messages. An element
 * that was archived in another dialect becomes a message with its text; calls and results of tools in another dialect
 * are left out.
 */
final class HeldHistory {
    /** The name of the member that contains a Responses item's reasoning, which the provider can read back. */
    private static final String ENCRYPTED = "\"encrypted_content\"";

    private static final Pattern NO_WORD = Pattern.compile("[^A-Za-z0-9]");

    private final Recall recall;
    private final Wire wire;
    private final Predicate<Entry.Node> isContext;

    /** @param isContext whether an item is context, which the client sends itself with each request */
    HeldHistory(Recall recall, Wire wire, Predicate<Entry.Node> isContext) {
        this.recall = recall;
        this.wire = wire;
        this.isContext = isContext;
    }

    /**
     * The elements from the first to the newest.
     *
     * @param sent what the client sends now: results of calls, or a message that was sent before and got no answer
     */
    List<Bytes> elements(List<HistoryElement> sent) {
        List<HeldElement> held =
                held(recall.transcript().path(recall.transcript().leaf()));
        List<HistoryElement> messages =
                sent.stream().filter(element -> !element.isContext()).toList();
        if (!held.isEmpty() && !messages.isEmpty() && held.getLast().isSame(messages.getFirst())) {
            held.removeLast(); // The client sends a message again that got no answer.
        }
        return paired(held, messages);
    }

    /** The elements after a node, up to another one. */
    List<Bytes> between(Hash from, Hash to) {
        return held(recall.transcript().path(from, to)).stream()
                .map(HeldElement::raw)
                .toList();
    }

    private List<HeldElement> held(List<Entry.Node> path) {
        List<HeldElement> held = new ArrayList<>();
        List<Entry.Node> nodes = new ArrayList<>();
        for (Entry.Node node : path) {
            if (!nodes.isEmpty() && !isSameElement(nodes.getLast(), node)) {
                element(nodes).ifPresent(held::add);
                nodes.clear();
            }
            nodes.add(node);
        }
        if (!nodes.isEmpty()) {
            element(nodes).ifPresent(held::add);
        }
        return held;
    }

    /** Without calls that have no result, and results that have no call: the provider would refuse them. */
    private List<Bytes> paired(List<HeldElement> held, List<HistoryElement> sent) {
        List<Item> items = Stream.concat(
                        held.stream().map(HeldElement::items), sent.stream().map(HistoryElement::items))
                .flatMap(List::stream)
                .toList();
        Set<String> calls = ids(items, ItemKind.TOOL_CALL);
        Set<String> results = ids(items, ItemKind.TOOL_RESULT);
        List<Bytes> elements = new ArrayList<>();
        List<Bytes> reasoning = new ArrayList<>(); // Stays only if the item after it stays.
        for (HeldElement element : held) {
            boolean isPaired = element.items().stream().allMatch(item -> switch (item.kind()) {
                case TOOL_CALL -> isIn(results, item) || wire.editor().hasOwnResult(element.raw(), item);
                case TOOL_RESULT -> isIn(calls, item);
                case SYSTEM, USER, ASSISTANT, REASONING, OTHER -> true;
            });
            if (isPaired && element.isReasoning()) {
                reasoning.add(element.raw());
            } else if (isPaired) {
                elements.addAll(reasoning);
                elements.add(element.raw());
                reasoning.clear();
            } else {
                converted(element.nodes()).map(HeldElement::raw).ifPresent(elements::add);
                reasoning.clear();
            }
        }
        return elements;
    }

    private static boolean isIn(Set<String> ids, Item item) {
        return item.call().map(HeldHistory::plain).filter(ids::contains).isPresent();
    }

    private static Set<String> ids(List<Item> items, ItemKind kind) {
        return items.stream()
                .filter(item -> item.kind() == kind)
                .flatMap(item -> item.call().stream())
                .map(HeldHistory::plain)
                .collect(Collectors.toSet());
    }

    /** Some clients send ids back without the characters that other providers do not allow. */
    private static String plain(String id) {
        return NO_WORD.matcher(id).replaceAll("");
    }

    /** Items of one element are ranges of one source, in order. */
    private static boolean isSameElement(Entry.Node before, Entry.Node node) {
        return before.source().equals(node.source())
                && before.piece().end() <= node.piece().start();
    }

    private Optional<HeldElement> element(List<Entry.Node> elementNodes) {
        List<Entry.Node> nodes = List.copyOf(elementNodes);
        if (nodes.stream().allMatch(isContext)) {
            return Optional.empty();
        }
        boolean isSameDialect = recall.transcript()
                .turn(nodes.getFirst().turn())
                // The source of an imported item is a line of a file, which is no element of a request.
                .filter(turn -> turn.dialect().equals(wire.dialect()) && turn.purpose() != Purpose.IMPORTED)
                .isPresent();
        Bytes raw = recall.source(nodes.getFirst().source());
        boolean isString = raw.utf8().startsWith("\""); // A whole Responses input may be one string.
        return isSameDialect && !isString ? exact(nodes, raw) : converted(nodes);
    }

    private Optional<HeldElement> exact(List<Entry.Node> nodes, Bytes raw) {
        HeldElement element = held(nodes, wire.editor().withoutCacheMarkers(raw));
        // A provider that does not store replies refuses a reasoning item without its encrypted content.
        return element.isReasoning() && !raw.utf8().contains(ENCRYPTED) ? Optional.empty() : Optional.of(element);
    }

    private HeldElement held(List<Entry.Node> nodes, Bytes raw) {
        return new HeldElement(nodes, raw, wire.itemise(raw, new Span(0, raw.length())));
    }

    private Optional<HeldElement> converted(List<Entry.Node> nodes) {
        String text = nodes.stream()
                .filter(node -> node.kind() == ItemKind.USER || node.kind() == ItemKind.ASSISTANT)
                .map(recall::text)
                .collect(Collectors.joining("\n"));
        if (text.isBlank()) {
            return Optional.empty();
        }
        boolean isUser = nodes.stream().anyMatch(node -> node.kind() == ItemKind.USER);
        return Optional.of(held(
                nodes, isUser ? wire.editor().userMessage(text) : wire.editor().assistantMessage(text)));
    }

    /** An archived element in the dialect of the request. */
    private record HeldElement(List<Entry.Node> nodes, Bytes raw, List<Item> items) {
        boolean isReasoning() {
            return nodes.stream().allMatch(node -> node.kind() == ItemKind.REASONING)
                    && nodes.getFirst().role().equals("reasoning");
        }

        boolean isSame(HistoryElement sent) {
            return items.stream()
                    .map(Item::id)
                    .toList()
                    .equals(sent.items().stream().map(Item::id).toList());
        }
    }
}
