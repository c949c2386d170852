package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
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

    @Test
    void the_newest_user_text_is_found_from_the_end() {
        TestConversation conversation = new TestConversation().system("Be brief.");
        assertEquals(-1, conversation.chain().newestUserText());
        assertEquals(1, conversation.user("Mend it.").assistant("Done.").chain().newestUserText());
        assertEquals(3, conversation.user("Thanks.").chain().newestUserText());
    }

    @Test
    void handles_are_empty_if_the_model_cannot_recall() {
        Chain chain = new TestConversation().user("Fix it.").chain();
        String handle = chain.piece(0).handle();
        assertEquals(8, handle.length());
        assertEquals(handle, chain.handle(0));
        assertEquals("recall id=" + handle, chain.handle("recall id=", 0));
        Chain without = chain.withRecall(false);
        assertEquals("", without.handle(0));
        assertEquals("", without.handle("recall id=", 0));
        assertEquals(handle, without.withRecall(true).handle(0));
        assertEquals(chain.pieces(), without.pieces());
    }

    @Test
    void a_chain_without_model_items_has_no_turns() {
        assertArrayEquals(new int[0], new TestConversation().chain().turns());
        assertArrayEquals(
                new int[] {0, 0},
                new TestConversation()
                        .system("Be brief.")
                        .user("Hello.")
                        .chain()
                        .turns());
    }

    @Test
    void turns_of_random_chains_are_counted_as_runs_of_model_items() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            TestConversation conversation = new TestConversation();
            StringBuilder letters = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                switch (random.nextInt(4)) {
                    case 0 -> conversation.user("u" + i);
                    case 1 -> conversation.assistant("a" + i);
                    case 2 -> conversation.reasoning("t" + i);
                    default -> conversation.result("r" + i);
                }
                letters.append(
                        conversation.chain().piece(conversation.size() - 1).isFromModel() ? 'm' : '-');
            }
            int[] expected = IntStream.range(0, letters.length())
                    .map(i -> (int) Arrays.stream(letters.substring(0, i + 1).split("-+", -1))
                            .filter(run -> !run.isEmpty())
                            .count())
                    .toArray();
            assertArrayEquals(expected, conversation.chain().turns(), "seed " + seed + ": " + letters);
        }
    }
}
