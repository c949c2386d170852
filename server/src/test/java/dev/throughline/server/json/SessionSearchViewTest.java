package dev.throughline.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SessionSearchViewTest {
    private static final SearchResult RESULT = new SearchResult(
            List.of(new SearchHit(
                    "said:a/b", "sessions/a/b", 1, 1, 0.5, "x", SearchScope.SESSIONS, LocalDate.of(2026, 4, 5))),
            new SearchStatus.Ok(),
            1,
            2);

    @Test
    void a_view_names_the_session_of_each_hit_and_is_read_back() {
        SessionSearchView view = SessionSearchView.of(
                RESULT, id -> new SessionSearchView.HitSession(id, "parser-work", "main", "codex"));
        assertEquals("a", view.results().getFirst().session().id());
        SessionSearchView read = ViewJson.read(ViewJson.write(view).toArray(), SessionSearchView.class);
        assertEquals(view, read);
        assertEquals(RESULT, read.result());
    }

    @Test
    void a_session_is_described_by_what_is_known() {
        assertEquals("parser, codex", new SessionSearchView.HitSession("a", "parser", "main", "codex").description());
        assertEquals("parser, ada", new SessionSearchView.HitSession("a", "parser", "ada", "codex").description());
        assertEquals("codex", new SessionSearchView.HitSession("a", "", "main", "codex").description());
        assertEquals("parser", new SessionSearchView.HitSession("a", "parser", "", "").description());
    }
}
