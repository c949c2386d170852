package dev.throughline.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.PageStep;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryViewsTest {
    private static String json(Object view) {
        return ViewJson.write(view).utf8();
    }

    @Test
    void a_page_has_its_path_size_and_time() {
        PageListing.ListedPage page =
                new PageListing.ListedPage(new MemoryPath("MEMORY.md"), 12, Instant.parse("2026-11-18T10:00:00Z"));
        assertEquals("{\"path\":\"MEMORY.md\",\"bytes\":12,\"modified\":\"2026-11-18T10:00:00Z\"}", json(page));
    }

    @Test
    void a_change_has_its_number_kind_and_pages() {
        Operation undo = new Operation(
                12,
                Operation.OperationKind.UNDO,
                11,
                Instant.parse("2026-11-18T10:00:00Z"),
                "cli",
                List.of(new PageStep.DeleteStep(new MemoryPath("a.md"), "gone")));
        assertEquals(
                "{\"operation\":12,\"kind\":\"undo\",\"of\":11,\"at\":\"2026-11-18T10:00:00Z\",\"by\":\"cli\","
                        + "\"pages\":[\"a.md\"]}",
                json(undo));
        assertEquals(
                "{\"operation\":12,\"kind\":\"undo\",\"of\":11,\"at\":\"2026-11-18T10:00:00Z\",\"by\":\"cli\","
                        + "\"pages\":[\"a.md\"],\"changes\":[{\"path\":\"a.md\",\"gone\":[\"gone\"],\"back\":[]}]}",
                json(new UndoneChange(undo, undo).view()));
    }

    @Test
    void a_hit_without_a_date_has_an_empty_one() {
        assertEquals(
                "{\"id\":\"b\",\"path\":\"memory/a.md\",\"from\":3,\"to\":9,\"score\":0.125,\"snippet\":\"\","
                        + "\"source\":\"memory\",\"citation\":\"memory/a.md#L3-L9\",\"date\":\"\"}",
                json(new SearchHit("b", "memory/a.md", 3, 9, 0.125, "", SearchScope.MEMORY, null)));
    }

    @Test
    void a_search_and_an_index_have_the_members_of_their_status() {
        SearchStatus unavailable = new SearchStatus.Unavailable("it is gone", "rebuild it");
        assertEquals(
                "{\"status\":\"unavailable\",\"why\":\"it is gone\",\"remedy\":\"rebuild"
                        + " it\",\"waiting\":7,\"unfit\":2,\"results\":[]}",
                json(SearchView.of(new SearchResult(List.of(), unavailable, 7, 2))));
        assertEquals(
                "{\"documents\":0,\"chunks\":0,\"waiting\":0,\"bytes\":0,\"embedder\":\"\",\"status\":\"unavailable\","
                        + "\"why\":\"it is gone\",\"remedy\":\"rebuild it\"}",
                json(MemoryViews.IndexView.of(IndexStatus.NOTHING.as(unavailable))));
    }

    @Test
    void a_sentence_comes_before_the_members_of_a_view() {
        assertEquals(
                "{\"said\":\"removed\",\"removed\":true,\"path\":\"a.md\",\"operation\":3}",
                json(MemoryViews.withSentence("removed", new MemoryViews.RemovedPage(true, "a.md", 3))));
    }
}
