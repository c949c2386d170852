package dev.throughline.memory.glean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.said.Conversation;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GleaningTest {
    private static List<String> texts(List<Gleaning.Quote> quotes) {
        return quotes.stream().map(Gleaning.Quote::text).toList();
    }

    @Test
    void what_matters_is_picked_out_in_the_words_that_were_said() {
        Gleaning found = Gleaning.of(Stage.day());
        assertEquals(List.of("Always run the linter before you commit."), texts(found.wishes()));
        assertEquals(List.of("No, that's wrong: keep the old tests."), texts(found.corrections()));
        assertEquals(List.of("We will use the streaming lexer because it is faster."), texts(found.decisions()));
        assertEquals(List.of("src/Parser.java"), found.files());
        assertEquals(List.of("\"mvn test\" → error: lexer not found"), texts(found.failures()));
        assertEquals("Please move the parser to the new lexer.", found.task().text());
        assertEquals(
                "Done; the old tests are back and all of them pass.",
                found.state().text());
    }

    @Test
    void a_quote_knows_where_it_was_said() {
        Conversation conversation = Stage.conversation(Stage.user("remember that the demo is on 2026-05-01"));
        assertEquals(
                Stage.handle("remember that the demo is on 2026-05-01"),
                Gleaning.of(conversation).wishes().getFirst().handle());
    }

    @Test
    void code_and_small_talk_teach_nothing() {
        Gleaning found = Gleaning.of(Stage.conversation(
                Stage.user("Look at this:\n```\nalways = never\n```\nWhat does it do?"), Stage.agent("It assigns.")));
        assertTrue(found.isEmpty(), found.toString());
    }

    @Test
    void other_languages_are_heard_too() {
        assertEquals(
                1,
                Gleaning.of(Stage.conversation(Stage.user("请记住我们用 PostgreSQL")))
                        .wishes()
                        .size());
        assertEquals(
                1,
                Gleaning.of(Stage.conversation(Stage.user("Immer zuerst testen.")))
                        .wishes()
                        .size());
    }
}
