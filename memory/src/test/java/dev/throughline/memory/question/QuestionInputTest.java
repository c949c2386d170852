package dev.throughline.memory.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class QuestionInputTest {
    private static Conversation conversation(int messages) {
        List<ConversationItem> items = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            items.add(Stage.user("message " + i + " " + "word ".repeat(20)));
        }
        return Stage.conversation(items);
    }

    @Test
    void a_session_that_fits_is_read_completely() {
        String text = QuestionInput.of(conversation(20), List.of(), Map.of(), 100_000);
        for (int i = 0; i < 20; i++) {
            assertTrue(text.contains("message " + i + " "));
        }
        assertFalse(text.contains("left out"));
    }

    @Test
    void of_a_long_session_the_beginning_the_matches_and_the_end_are_read_in_order() {
        Conversation conversation = conversation(400);
        ConversationItem match = conversation.items().get(200);
        String text = QuestionInput.of(conversation, List.of(), Map.of(match.node(), match.text()), 5_000);
        assertTrue(text.length() <= 5_200, () -> "length " + text.length());
        List<Integer> places = List.of(
                text.indexOf("message 0 "),
                text.indexOf("pieces left out"),
                text.indexOf("message 200 "),
                text.lastIndexOf("pieces left out"),
                text.indexOf("message 399 "));
        assertEquals(places.stream().sorted().toList(), places);
        assertTrue(places.getFirst() >= 0);
        assertFalse(text.contains("message 100 "));
    }

    @Test
    void the_newest_summaries_come_first_when_there_is_little_room() {
        String text =
                QuestionInput.of(conversation(400), List.of("old ".repeat(150), "new ".repeat(150)), Map.of(), 5_000);
        assertTrue(text.startsWith("[summary of an older part]\nnew "));
        assertFalse(text.contains("old old"));
    }
}
