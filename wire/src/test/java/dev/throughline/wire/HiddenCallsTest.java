package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.HiddenCalls.SeenItem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HiddenCallsTest {
    private static final SeenItem REASONING = new SeenItem(ItemKind.REASONING, Hash.of("r"), 5);
    private static final SeenItem TEXT = new SeenItem(ItemKind.ASSISTANT, Hash.of("a"), 5);
    private static final SeenItem EMPTY_TEXT = new SeenItem(ItemKind.ASSISTANT, Hash.of("b"), 0);
    private static final SeenItem CALL = new SeenItem(ItemKind.TOOL_CALL, Hash.of("c"), 0);

    @Test
    void only_reasoning_and_empty_texts_are_optional() {
        assertTrue(REASONING.isOptional());
        assertTrue(EMPTY_TEXT.isOptional());
        assertFalse(TEXT.isOptional());
        assertFalse(CALL.isOptional());
    }

    @Test
    void the_seen_items_are_those_of_all_rounds() {
        HiddenCalls hidden = new HiddenCalls(List.of(
                new HiddenRound(List.of(REASONING, TEXT), List.of(), false),
                new HiddenRound(List.of(CALL), List.of(), true)));

        assertEquals(List.of(REASONING, TEXT, CALL), hidden.seen());
    }

    /** Words: a capital letter is a text, {@code r} and a digit reasoning, {@code o} and a digit an output. */
    private static ItemKind kind(String word) {
        return word.startsWith("r")
                ? ItemKind.REASONING
                : word.startsWith("o") ? ItemKind.TOOL_RESULT : ItemKind.ASSISTANT;
    }

    private static Optional<List<Integer>> match(String seen, String items) {
        List<SeenItem> sent = Stream.of(seen.split(" "))
                .map(word -> new SeenItem(kind(word), Hash.of(word), 1))
                .toList();
        List<Item> found = Stream.of(items.split(" "))
                .map(word ->
                        new Item(Hash.of(word), kind(word), "", new Span(0, 0), Optional.empty(), Optional.empty()))
                .toList();
        return new HiddenCalls(List.of(new HiddenRound(sent, List.of(), false))).places(found);
    }

    @Test
    void the_same_items_in_the_same_order_match() {
        assertEquals(Optional.of(List.of(0, 1)), match("A B", "A B C"));
        assertEquals(Optional.empty(), match("A B", "B A"));
        assertEquals(Optional.empty(), match("A B", "A"));
        assertEquals(Optional.empty(), match("A B", "A X B"));
    }

    @Test
    void reasoning_may_be_missing_and_outputs_may_be_in_between() {
        assertEquals(Optional.of(List.of(-1, 0, 1)), match("r1 A B", "A B"));
        assertEquals(Optional.of(List.of(0, 2)), match("A B", "A o1 B o2"));
        assertEquals(Optional.empty(), match("A B", "o1 A B"));
        assertEquals(Optional.empty(), match("r1", "A"));
    }
}
