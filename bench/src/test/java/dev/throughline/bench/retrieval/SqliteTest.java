package dev.throughline.bench.retrieval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SqliteTest {
    @Test
    void it_is_asked_for_the_words_that_say_something_and_never_in_its_own_language() {
        assertEquals("\"pears\" OR \"near\"", Sqlite.anyOf("Where are the pears NEAR( pears*?"));
        assertEquals("\"where\" OR \"is\"", Sqlite.anyOf("where is"));
        assertEquals("", Sqlite.anyOf("?\""));
    }
}
