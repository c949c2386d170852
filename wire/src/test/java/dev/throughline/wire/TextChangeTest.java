package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.request.TextsOf;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextChangeTest {
    private static final Bytes TWO =
            TextsOf.json("{'role':'user','content':[{'type':'text','text':'a'}, {'type':'text','text':'b'}]}");
    private static final ItemEditor EDITOR = new TextsOf(MessagesDialect.NAME).editor();

    @Test
    void changes_can_be_given_in_any_order() {
        assertEquals(
                TextsOf.json("{'role':'user','content':[{'type':'text','text':'one'}, {'type':'text','text':'two'}]}"),
                EDITOR.replaceTexts(TWO, List.of(new TextChange(1, "two"), new TextChange(0, "one"))));
    }

    @Test
    void without_changes_the_element_is_unchanged() {
        assertEquals(TWO, EDITOR.replaceTexts(TWO, List.of()));
    }

    @Test
    void an_unknown_or_repeated_item_is_rejected() {
        assertRejected(new TextChange(2, "x"));
        assertRejected(new TextChange(-1, "x"));
        assertRejected(new TextChange(1, "x"), new TextChange(1, "y"));
    }

    @Test
    void malformed_json_is_unreadable() {
        Bytes broken = Bytes.of("{\"role\"");
        assertThrows(UnreadableException.class, () -> EDITOR.replaceTexts(broken, List.of(new TextChange(0, "x"))));
    }

    private static void assertRejected(TextChange... changes) {
        assertThrows(IllegalArgumentException.class, () -> EDITOR.replaceTexts(TWO, List.of(changes)));
    }
}
