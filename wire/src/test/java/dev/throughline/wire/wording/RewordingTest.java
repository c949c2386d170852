package dev.throughline.wire.wording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.UnreadableException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RewordingTest {
    private static final Bytes TWO =
            WordsOf.json("{'role':'user','content':[{'type':'text','text':'a'}, {'type':'text','text':'b'}]}");
    private static final Wording WORDING = new WordsOf(Dialect.MESSAGES).wording();

    @Test
    void changes_may_come_in_any_order() {
        assertEquals(
                WordsOf.json("{'role':'user','content':[{'type':'text','text':'one'}, {'type':'text','text':'two'}]}"),
                WORDING.reword(TWO, List.of(new Rewording(1, "two"), new Rewording(0, "one"))));
    }

    @Test
    void no_change_is_the_same_element() {
        assertEquals(TWO, WORDING.reword(TWO, List.of()));
    }

    @Test
    void an_item_must_be_there_and_be_named_once() {
        assertRefused(new Rewording(2, "x"));
        assertRefused(new Rewording(-1, "x"));
        assertRefused(new Rewording(1, "x"), new Rewording(1, "y"));
    }

    @Test
    void what_is_no_json_is_unreadable() {
        Bytes broken = Bytes.of("{\"role\"");
        assertThrows(UnreadableException.class, () -> WORDING.reword(broken, List.of(new Rewording(0, "x"))));
    }

    private static void assertRefused(Rewording... changes) {
        assertThrows(IllegalArgumentException.class, () -> WORDING.reword(TWO, List.of(changes)));
    }
}
