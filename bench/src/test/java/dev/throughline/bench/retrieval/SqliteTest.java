package dev.throughline.bench.retrieval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SqliteTest {
    @Test
    void a_query_has_the_quoted_words_without_stop_words_and_operators() {
        assertEquals("\"pears\" OR \"near\"", Sqlite.anyOf("Where are the pears NEAR( pears*?"));
        assertEquals("\"where\" OR \"is\"", Sqlite.anyOf("where is"));
        assertEquals("", Sqlite.anyOf("?\""));
    }
}
