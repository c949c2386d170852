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
    private static final ItemEditor WORDING = new TextsOf(MessagesDialect.NAME).wording();

    @Test
    void changes_may_come_in_any_order() {
        assertEquals(
                TextsOf.json("{'role':'user','content':[{'type':'text','text':'one'}, {'type':'text','text':'two'}]}"),
                WORDING.replaceTexts(TWO, List.of(new TextChange(1, "two"), new TextChange(0, "one"))));
    }

    @Test
    void no_change_is_the_same_element() {
        assertEquals(TWO, WORDING.replaceTexts(TWO, List.of()));
    }

    @Test
    void an_item_must_be_there_and_be_named_once() {
        assertRefused(new TextChange(2, "x"));
        assertRefused(new TextChange(-1, "x"));
        assertRefused(new TextChange(1, "x"), new TextChange(1, "y"));
    }

    @Test
    void what_is_no_json_is_unreadable() {
        Bytes broken = Bytes.of("{\"role\"");
        assertThrows(UnreadableException.class, () -> WORDING.replaceTexts(broken, List.of(new TextChange(0, "x"))));
    }

    private static void assertRefused(TextChange... changes) {
        assertThrows(IllegalArgumentException.class, () -> WORDING.replaceTexts(TWO, List.of(changes)));
    }
}
