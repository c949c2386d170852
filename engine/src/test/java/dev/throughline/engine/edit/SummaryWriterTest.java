package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SummaryWriterTest {
    @Test
    void a_summary_is_what_stands_between_the_tags_without_what_was_thought() {
        assertEquals(
                Optional.of("a b c"),
                SummaryWriter.tagged("hm <analysis>x <summary>no</summary></analysis><summary>a <analysis>y</analysis>b"
                        + " c</summary> bye"));
        assertEquals(Optional.of("a </summary> b"), SummaryWriter.tagged("<summary>a </summary> b</summary>"));
        assertEquals(Optional.empty(), SummaryWriter.tagged("</summary>a<summary>"));
        assertEquals(Optional.empty(), SummaryWriter.tagged("<analysis>a"));
    }
}
