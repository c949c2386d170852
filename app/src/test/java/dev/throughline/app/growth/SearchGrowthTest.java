package dev.throughline.app.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.search.text.Chunks;
import dev.throughline.search.text.Snippet;
import dev.throughline.search.text.Words;
import dev.throughline.testkit.growth.Growth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What prepares texts for the index, over texts that are meant to make it slow. */
final class SearchGrowthTest {
    @Test
    void no_scanner_takes_more_than_its_share_of_a_hostile_text() {
        Map<String, Consumer<String>> scanners = new LinkedHashMap<>();
        scanners.put("Chunks.plain", text -> Chunks.plain(text, Chunks.Measure.USUAL));
        scanners.put("Chunks.curated", text -> Chunks.curated(text, Chunks.Measure.USUAL));
        scanners.put("Words.of", text -> {
            Words words = Words.of(text);
            words.exact();
            words.stems();
            words.codes();
        });
        scanners.put("Words.ofQuery", text -> Words.ofQuery(text).isOneName());
        scanners.put("Snippet of a text", text -> Snippet.of(text, Words.ofQuery("why does parseHeader7 fail"), 700));
        scanners.put("Snippet for a text", text -> Snippet.of("parseHeader7 fails", Words.ofQuery(text), 700));
        assertEquals(List.of(), Growth.tooFast(scanners));
    }
}
