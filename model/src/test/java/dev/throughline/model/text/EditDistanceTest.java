package dev.throughline.model.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class EditDistanceTest {
    @Test
    void each_inserted_deleted_replaced_or_swapped_letter_counts_once() {
        assertEquals(0, EditDistance.between("parser", "parser"));
        assertEquals(1, EditDistance.between("parsr", "parser"));
        assertEquals(1, EditDistance.between("parrser", "parser"));
        assertEquals(1, EditDistance.between("barser", "parser"));
        assertEquals(1, EditDistance.between("praser", "parser"));
        assertEquals(6, EditDistance.between("", "parser"));
    }
}
