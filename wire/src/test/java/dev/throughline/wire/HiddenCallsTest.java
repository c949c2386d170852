package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.HiddenCalls.SeenItem;
import java.util.List;
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
}
