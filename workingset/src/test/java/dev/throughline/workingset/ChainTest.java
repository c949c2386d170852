package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class ChainTest {
    @Test
    void consecutive_model_items_are_one_turn() {
        Chain chain = new TestConversation()
                .user("Mend it.")
                .reasoning("Hm.")
                .call("Read", "a.go")
                .result("package a")
                .assistant("Done.")
                .user("Thanks.")
                .chain();
        assertArrayEquals(new int[] {0, 1, 1, 1, 2, 2}, chain.turns());
        assertEquals("{\"file_path\":\"a.go\"}", chain.text(2));
        assertEquals("a.go", chain.readableText(2));
    }
}
