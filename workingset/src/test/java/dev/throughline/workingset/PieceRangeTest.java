package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PieceRangeTest {
    @Test
    void both_ends_are_included() {
        PieceRange range = new PieceRange(3, 5);
        assertEquals(
                "3 4 5",
                String.join(
                        " ",
                        IntStream.range(0, 9)
                                .filter(range::contains)
                                .mapToObj(Integer::toString)
                                .toList()));
    }
}
