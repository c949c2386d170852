package dev.throughline.wire.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.join.Hidden.Seen;
import dev.throughline.wire.join.Hidden.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

class HiddenTest {
    private static final Seen THOUGHT = new Seen(ItemKind.REASONING, Hash.of("r"), 5);
    private static final Seen WORDS = new Seen(ItemKind.ASSISTANT, Hash.of("a"), 5);
    private static final Seen NOTHING = new Seen(ItemKind.ASSISTANT, Hash.of("b"), 0);
    private static final Seen CALL = new Seen(ItemKind.TOOL_CALL, Hash.of("c"), 0);

    @Test
    void only_thoughts_and_empty_texts_may_be_left_away() {
        assertTrue(THOUGHT.isOptional());
        assertTrue(NOTHING.isOptional());
        assertFalse(WORDS.isOptional());
        assertFalse(CALL.isOptional());
    }

    @Test
    void what_was_seen_is_that_of_all_rounds() {
        Hidden hidden = new Hidden(List.of(
                new Stretch(List.of(THOUGHT, WORDS), List.of(), false), new Stretch(List.of(CALL), List.of(), true)));

        assertEquals(List.of(THOUGHT, WORDS, CALL), hidden.seen());
    }
}
