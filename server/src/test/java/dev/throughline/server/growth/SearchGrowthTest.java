package dev.throughline.server.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.search.text.Chunker;
import dev.throughline.search.text.SearchSnippet;
import dev.throughline.search.text.SearchTerms;
import dev.throughline.testkit.growth.Growth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The code that prepares texts for the index, with texts that are meant to make it slow. */
final class SearchGrowthTest {
    @Test
    void no_scanner_needs_quadratic_time_for_a_hostile_text() {
        Map<String, Consumer<String>> scanners = new LinkedHashMap<>();
        scanners.put("Chunks.plain", text -> Chunker.plain(text, Chunker.ChunkSize.DEFAULT));
        scanners.put("Chunks.curated", text -> Chunker.curated(text, Chunker.ChunkSize.DEFAULT));
        scanners.put("Words.of", text -> {
            SearchTerms words = SearchTerms.of(text);
            words.exact();
            words.stems();
            words.codes();
        });
        scanners.put("Words.ofQuery", text -> SearchTerms.ofQuery(text).isOneName());
        scanners.put(
                "Snippet of a text",
                text -> SearchSnippet.of(text, SearchTerms.ofQuery("why does parseHeader7 fail"), 700));
        scanners.put(
                "Snippet for a text", text -> SearchSnippet.of("parseHeader7 fails", SearchTerms.ofQuery(text), 700));
        assertEquals(List.of(), Growth.tooFast(scanners));
    }
}
