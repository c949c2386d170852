package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.testkit.growth.Growth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SummaryWriterTest {
    @Test
    void a_summary_is_what_stands_between_the_tags_without_what_was_thought() {
        assertEquals(
                Optional.of("a b c"),
                SummaryWriter.kept("hm <analysis>x <summary>no</summary></analysis><summary>a <analysis>y</analysis>b"
                        + " c</summary> bye"));
        assertEquals(Optional.of("a </summary> b"), SummaryWriter.kept("<summary>a </summary> b</summary>"));
        assertEquals(Optional.empty(), SummaryWriter.kept("</summary>a<summary>"));
        assertEquals(Optional.empty(), SummaryWriter.kept("<analysis>a"));
    }

    @Test
    void tags_that_are_never_closed_are_read_once() {
        assertEquals(
                List.of(),
                Growth.tooFast(Map.of(
                        "analysis", text -> SummaryWriter.kept("<analysis>".repeat(text.length() / 64)),
                        "summary", text -> SummaryWriter.kept("<summary>".repeat(text.length() / 64)))));
    }
}
