package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MetadataTextsTest {
    @Test
    void long_texts_are_cut() {
        MetadataTexts texts = new MetadataTexts(
                "Some Name",
                "d".repeat(1_000),
                "s".repeat(10_000),
                IntStream.range(0, 20).mapToObj(i -> "tag " + i).toList());
        assertEquals("some-name", texts.name());
        assertEquals(MetadataTexts.MAX_DESCRIPTION_LENGTH, texts.description().length());
        assertEquals(MetadataTexts.MAX_SUMMARY_LENGTH, texts.summary().length());
        assertEquals(MetadataTexts.MAX_TAGS, texts.tags().size());
    }

    @Test
    void a_tag_occurs_once() {
        assertEquals(List.of("a"), new MetadataTexts("n", "", "", Collections.nCopies(3, " a ")).tags());
    }
}
