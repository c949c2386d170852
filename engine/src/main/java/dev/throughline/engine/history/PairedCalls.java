package dev.throughline.engine.history;

import dev.throughline.model.ItemKind;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Removes calls that have no result, and results that have no call: a provider would refuse them. */
final class PairedCalls {
    private final Wire wire;
    private final Set<String> calls;
    private final Set<String> results;

    private PairedCalls(Wire wire, List<Item> items) {
        this.wire = wire;
        this.calls = ids(items, ItemKind.TOOL_CALL);
        this.results = ids(items, ItemKind.TOOL_RESULT);
    }

    /** The elements with complete pairs; of the others, the text. The elements that are sent after them count. */
    static List<HeldElement> of(Wire wire, List<HeldElement> held, List<List<Item>> sent) {
        List<Item> items = Stream.concat(held.stream().map(HeldElement::items), sent.stream())
                .flatMap(List::stream)
                .toList();
        return new PairedCalls(wire, items).filter(held);
    }

    private List<HeldElement> filter(List<HeldElement> held) {
        List<HeldElement> elements = new ArrayList<>();
        List<HeldElement> reasoning = new ArrayList<>(); // Stays only if the item after it stays.
        for (HeldElement element : held) {
            if (!isPaired(element)) {
                element.asText(wire).ifPresent(elements::add);
                reasoning.clear();
            } else if (element.isReasoning()) {
                reasoning.add(element);
            } else {
                elements.addAll(reasoning);
                elements.add(element);
                reasoning.clear();
            }
        }
        return elements;
    }

    private boolean isPaired(HeldElement element) {
        return element.items().stream().allMatch(item -> switch (item.kind()) {
            case TOOL_CALL -> isIn(results, item) || wire.editor().hasOwnResult(element.raw(), item);
            case TOOL_RESULT -> isIn(calls, item);
            case SYSTEM, USER, ASSISTANT, REASONING, OTHER -> true;
        });
    }

    /** Whether there is a result without a call. */
    static boolean lacksCall(List<HeldElement> held, List<List<Item>> sent) {
        Set<String> calls = ids(
                Stream.concat(held.stream().map(HeldElement::items), sent.stream())
                        .flatMap(List::stream)
                        .toList(),
                ItemKind.TOOL_CALL);
        return sent.stream()
                .flatMap(List::stream)
                .anyMatch(item -> item.kind() == ItemKind.TOOL_RESULT && !isIn(calls, item));
    }

    static boolean hasResult(List<List<Item>> sent) {
        return sent.stream().flatMap(List::stream).anyMatch(item -> item.kind() == ItemKind.TOOL_RESULT);
    }

    private static boolean isIn(Set<String> ids, Item item) {
        return HeldElement.callId(item).filter(ids::contains).isPresent();
    }

    private static Set<String> ids(List<Item> items, ItemKind kind) {
        return items.stream()
                .filter(item -> item.kind() == kind)
                .flatMap(item -> HeldElement.callId(item).stream())
                .collect(Collectors.toSet());
    }
}
