package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotTest {
    private static final List<Span> HISTORY = List.of(new Span(3, 5), new Span(7, 9));

    @Test
    void every_element_has_its_slot_behind_the_one_before_the_first() {
        assertEquals(
                List.of(
                        new Slot(new Span(0, 0), new Span(0, 0), false, false, List.of()),
                        new Slot(new Span(0, 0), new Span(3, 5), true, false, List.of()),
                        new Slot(new Span(5, 7), new Span(7, 9), true, false, List.of())),
                Slot.of(HISTORY, List.of()));
    }

    @Test
    void a_replacement_stands_before_what_is_inserted_behind_it() {
        Bytes inserted = Bytes.of("i");
        Bytes replacement = Bytes.of("r");
        assertEquals(
                new Slot(new Span(5, 7), new Span(7, 9), false, true, List.of(replacement, inserted)),
                Slot.of(HISTORY, List.of(new Change.InsertAfter(1, inserted), new Change.Replace(1, replacement)))
                        .getLast());
    }

    @Test
    void an_element_is_taken_away_once() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Slot.of(HISTORY, List.of(new Change.Drop(1), new Change.Replace(1, Bytes.EMPTY))));
    }
}
