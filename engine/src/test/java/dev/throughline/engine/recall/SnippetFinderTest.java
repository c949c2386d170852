package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.fragment.StateBlock.Snippet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class SnippetFinderTest {
    @Test
    void a_small_hidden_piece_is_returned_whole() {
        TestSession session = new TestSession()
                .user("start")
                .call("t1", "Bash", "{\"command\":\"ss\"}")
                .result("t1", "port 8080 is taken by zebra")
                .assistant("zebra it is")
                .user("which port has the zebra?")
                .turn();
        session.cleared(session.node(2));
        assertEquals(
                List.of(new Snippet(
                        session.node(2).item().handle(), "2026-03-01", "Bash", "port 8080 is taken by zebra")),
                snippets(session, "which port has the zebra?"));
    }

    @Test
    void visible_content_is_not_repeated() {
        TestSession session =
                new TestSession().user("a zebra").user("the zebra?").turn();
        assertEquals(List.of(), snippets(session, "the zebra?"));
    }

    @Test
    void a_visible_question_does_not_displace_its_hidden_answer() {
        String question = "which colour did we choose for the banner of the winter sale on the landing page?";
        TestSession session = new TestSession()
                .user("ok")
                .assistant(
                        "After long talks: teal for the banner, and some more words that have nothing to do with it, "
                                + "about trains and tracks and timetables in the south of the country.")
                .user(question)
                .turn();
        session.cleared(session.node(1));
        assertEquals(1, snippets(session, question).size());
    }

    @Test
    void the_matching_lines_of_a_long_piece_are_returned() {
        StringBuilder file = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            file.append("line ")
                    .append(i)
                    .append(i == 250 ? " void parseHeader(Zebra z) {" : " nothing to see")
                    .append('\n');
        }
        TestSession session = new TestSession()
                .call("t1", "Read", "{\"path\":\"a\"}")
                .result("t1", file.toString())
                .user("go")
                .turn();
        session.cleared(session.node(1));
        Snippet snippet = snippets(session, "fix parseHeader for Zebra").getFirst();
        assertTrue(snippet.text().contains("line 250 void parseHeader(Zebra z) {"), snippet.text());
        assertTrue(snippet.text().length() <= 1_200, snippet.text().length() + " characters");
        assertTrue(file.toString().contains(snippet.text()), "not a window of whole lines");
    }

    @Test
    void a_line_longer_than_the_window_is_cut_around_the_word() {
        TestSession session = new TestSession()
                .user("x ".repeat(3_000) + "zebra" + " y".repeat(3_000))
                .user("go")
                .turn();
        session.cleared(session.node(0));
        Snippet snippet = snippets(session, "zebra").getFirst();
        assertTrue(snippet.text().contains("zebra") && snippet.text().length() <= 1_200, snippet.text());
    }

    @Test
    void at_most_eight_snippets_and_six_thousand_characters_are_returned() {
        TestSession session = new TestSession();
        for (int i = 0; i < 20; i++) {
            session.user("zebra number " + i + " " + "stripe ".repeat(140));
        }
        session.user("go").turn();
        for (int i = 0; i < 20; i++) {
            session.cleared(session.node(i));
        }
        List<Snippet> snippets = snippets(session, "zebra");
        assertTrue(snippets.size() <= 8, snippets.size() + " snippets");
        int characters =
                snippets.stream().mapToInt(each -> each.text().length()).sum();
        assertTrue(characters <= 6_000 && characters > 4_000, characters + " characters");
        TestSession small = new TestSession();
        for (int i = 0; i < 20; i++) {
            small.user("zebra " + i);
        }
        small.user("go").turn();
        for (int i = 0; i < 20; i++) {
            small.cleared(small.node(i));
        }
        assertEquals(8, snippets(small, "zebra").size());
    }

    private static List<Snippet> snippets(TestSession session, String words) {
        Recall recall = session.recall();
        return SnippetFinder.of(
                recall,
                new SnippetFinder.SnippetScope(
                        recall.finder(),
                        HiddenNodes.in(recall),
                        UnaryOperator.identity(),
                        /* hasRecall= */ true,
                        SnippetFinder.SnippetLimits.DEFAULT),
                words);
    }
}
