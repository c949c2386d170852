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
    private static final SeenItem THOUGHT = new SeenItem(ItemKind.REASONING, Hash.of("r"), 5);
    private static final SeenItem WORDS = new SeenItem(ItemKind.ASSISTANT, Hash.of("a"), 5);
    private static final SeenItem NOTHING = new SeenItem(ItemKind.ASSISTANT, Hash.of("b"), 0);
    private static final SeenItem CALL = new SeenItem(ItemKind.TOOL_CALL, Hash.of("c"), 0);

    @Test
    void only_thoughts_and_empty_texts_may_be_left_away() {
        assertTrue(THOUGHT.isOptional());
        assertTrue(NOTHING.isOptional());
        assertFalse(WORDS.isOptional());
        assertFalse(CALL.isOptional());
    }

    @Test
    void what_was_seen_is_that_of_all_rounds() {
        HiddenCalls hidden = new HiddenCalls(List.of(
                new HiddenRound(List.of(THOUGHT, WORDS), List.of(), false),
                new HiddenRound(List.of(CALL), List.of(), true)));

        assertEquals(List.of(THOUGHT, WORDS, CALL), hidden.seen());
    }
}
