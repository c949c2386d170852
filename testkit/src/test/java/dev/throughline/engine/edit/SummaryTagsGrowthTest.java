package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.testkit.growth.Growth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SummaryTagsGrowthTest {
    @Test
    void tags_that_are_never_closed_are_read_once() {
        assertEquals(
                List.of(),
                Growth.tooFast(Map.of(
                        "analysis", text -> SummaryWriter.tagged("<analysis>".repeat(text.length() / 64)),
                        "summary", text -> SummaryWriter.tagged("<summary>".repeat(text.length() / 64)))));
    }
}
