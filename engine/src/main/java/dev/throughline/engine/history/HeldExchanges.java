package dev.throughline.engine.history;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A conversation that the gateway holds, as exchanges in the order in which they began. An exchange is a message of a
 * person with all that follows from it: calls, results, and the answer. A result belongs to the exchange of its call,
 * even if other messages arrived in between.
 *
 * <pre>
 *   client sends    m1      m2      r1                              m3
 *   model answers      c1      b2      b1
 *   exchanges       m1 c1 r1 b1 | m2 b2                             before m3
 * </pre>
 */
final class HeldExchanges {
    private final List<List<HeldElement>> exchanges = new ArrayList<>();

    /** Adds what the client sent in a turn, and the answer to it. */
    void add(List<HeldElement> sent, List<HeldElement> answer) {
        if (!sent.isEmpty() || !answer.isEmpty()) {
            List<HeldElement> exchange =
                    exchanges.get(place(sent.stream().map(HeldElement::items).toList()));
            exchange.addAll(sent);
            exchange.addAll(answer);
        }
    }

    /** Removes what the provider has refused: of these elements and of those before them, those without an answer. */
    void refuse(List<HeldElement> sent) {
        exchangeOf(sent.stream().map(HeldElement::items).toList())
                .map(exchanges::get)
                .ifPresent(HeldExchanges::removeUnanswered);
        exchanges.removeIf(List::isEmpty);
        while (!exchanges.isEmpty() && exchanges.getLast().getLast().isOfClient()) {
            removeLast();
        }
    }

    private static void removeUnanswered(List<HeldElement> exchange) {
        while (!exchange.isEmpty() && exchange.getLast().isOfClient()) {
            exchange.removeLast();
        }
    }

    /**
     * Whether the client sends a conversation of its own: it begins as this one, with the model's answer to the first
     * message. It may also have changed or summarised the beginning, and does not send the end of this one: then an
     * answer of the model precedes a message of a person. Without such a message, it may continue work with tools.
     */
    boolean isSentBy(List<List<Item>> sent) {
        if (exchanges.isEmpty() || sent.isEmpty()) {
            return false;
        }
        boolean isFirst = exchanges.getFirst().getFirst().isSame(sent.getFirst());
        return (isFirst && containsAnswer(sent, ids(exchanges.getFirst().stream())))
                || ((isFirst || newestFirst().noneMatch(held -> held.isSame(sent.getFirst())))
                        && repeated(sent) == 0
                        && containsAnswer(sent.subList(0, lastMessage(sent)), ids(newestFirst())));
    }

    private static Set<Hash> ids(Stream<HeldElement> held) {
        return held.flatMap(element -> element.items().stream()).map(Item::id).collect(Collectors.toSet());
    }

    /** Whether there is an answer or a call of the model with one of these ids. */
    private static boolean containsAnswer(List<List<Item>> sent, Set<Hash> ids) {
        return sent.stream()
                .flatMap(List::stream)
                .anyMatch(item -> (item.kind() == ItemKind.ASSISTANT || item.kind() == ItemKind.TOOL_CALL)
                        && ids.contains(item.id()));
    }

    /** The index of the last message of a person; 0 if there is none. */
    private static int lastMessage(List<List<Item>> sent) {
        return IntStream.range(0, sent.size())
                .filter(i -> sent.get(i).stream().allMatch(item -> item.kind() == ItemKind.USER))
                .max()
                .orElse(0);
    }

    /** What precedes these elements. Elements that the client sends again are left out. */
    List<HeldElement> before(List<List<Item>> sent) {
        return exchanges.subList(0, place(sent) + 1).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** What precedes these elements in the exchange to which their results belong; empty if there is none. */
    List<HeldElement> exchangeBefore(List<List<Item>> sent) {
        Optional<Integer> exchange = exchangeOf(sent);
        exchange.ifPresent(index -> removeReplaced(exchanges.get(index), sent));
        return exchange.map(exchanges::get).orElse(List.of());
    }

    /** Removes what the client sends again; returns the exchange that continues with these elements. */
    private int place(List<List<Item>> sent) {
        if (removeRepeated(sent)) {
            boolean isOpen = !exchanges.isEmpty() && hasCall(exchanges.getLast(), ids(sent));
            return isOpen ? exchanges.size() - 1 : begin();
        }
        Optional<Integer> exchange = exchangeOf(sent);
        exchange.ifPresent(index -> removeReplaced(exchanges.get(index), sent));
        return exchange.orElseGet(this::begin);
    }

    private int begin() {
        exchanges.add(new ArrayList<>());
        return exchanges.size() - 1;
    }

    /** Removes elements at the end with which those that are sent begin; an answer after them that was cut, too. */
    private boolean removeRepeated(List<List<Item>> sent) {
        int repeated = repeated(sent);
        int removed = repeated == 0 ? 0 : repeated + cut();
        for (int i = 0; i < removed; i++) {
            removeLast();
        }
        return repeated > 0;
    }

    /** How many elements at the end, before an answer that was cut, are the first that are sent. */
    private int repeated(List<List<Item>> sent) {
        List<HeldElement> end =
                newestFirst().skip(cut()).limit(sent.size()).toList().reversed();
        int repeated = end.size();
        while (repeated > 0 && !isSame(end.subList(end.size() - repeated, end.size()), sent)) {
            repeated--;
        }
        return repeated;
    }

    /** How many elements at the end belong to an answer that was cut. */
    private int cut() {
        return Math.toIntExact(newestFirst().takeWhile(HeldElement::isCut).count());
    }

    private Stream<HeldElement> newestFirst() {
        return exchanges.reversed().stream().flatMap(exchange -> exchange.reversed().stream());
    }

    /** Whether these elements are the first that are sent. */
    private static boolean isSame(List<HeldElement> elements, List<List<Item>> sent) {
        return IntStream.range(0, elements.size()).allMatch(i -> elements.get(i).isSame(sent.get(i)));
    }

    private void removeLast() {
        exchanges.getLast().removeLast();
        if (exchanges.getLast().isEmpty()) {
            exchanges.removeLast();
        }
    }

    /** The newest exchange with a call that is sent again, or whose result is sent. */
    private Optional<Integer> exchangeOf(List<List<Item>> sent) {
        Set<String> ids = ids(sent);
        for (int i = exchanges.size() - 1; i >= 0 && !ids.isEmpty(); i--) {
            if (hasCall(exchanges.get(i), ids)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static Set<String> ids(List<List<Item>> sent) {
        return sent.stream()
                .flatMap(List::stream)
                .flatMap(item -> HeldElement.callId(item).stream())
                .collect(Collectors.toSet());
    }

    private static boolean hasCall(List<HeldElement> exchange, Set<String> ids) {
        return exchange.stream()
                .flatMap(element -> element.items().stream())
                .anyMatch(item -> HeldElement.callId(item).filter(ids::contains).isPresent());
    }

    /** Removes everything from the first element that is sent again. */
    private static void removeReplaced(List<HeldElement> exchange, List<List<Item>> sent) {
        for (int i = 0; i < exchange.size(); i++) {
            if (exchange.get(i).isSame(sent.getFirst()) || isReplaced(exchange.get(i), sent)) {
                exchange.subList(i, exchange.size()).clear();
                return;
            }
        }
    }

    /** Whether a call or a result of an element is sent again. */
    private static boolean isReplaced(HeldElement element, List<List<Item>> sent) {
        return element.items().stream()
                .filter(item -> item.call().isPresent())
                .anyMatch(item -> sent.stream()
                        .flatMap(List::stream)
                        .anyMatch(other -> other.kind() == item.kind()
                                && HeldElement.callId(other).equals(HeldElement.callId(item))));
    }
}
