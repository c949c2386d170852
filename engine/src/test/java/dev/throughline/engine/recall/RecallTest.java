package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.dialects.Dialects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RecallTest {
    private static final String RESULT = "LISTEN \"8080\"\n\ttab, é, 😀 and a \\ backslash";

    private final TestSession session = new TestSession()
            .user("look at the port")
            .call("t1", "Bash", "{\"command\":\"ss -ltn\"}")
            .result("t1", RESULT)
            .assistant("the port is taken")
            .turn();

    private static List<Entry.Node> nodes(Recall.FindingPage page) {
        return page.findings().stream().map(Recall.Finding::node).toList();
    }

    @Test
    void a_piece_is_found_by_the_handle_of_its_item_its_node_and_its_source() {
        Recall recall = session.recall();
        for (Entry.Node node : session.transcript().nodes()) {
            for (Hash id : List.of(node.item(), node.id(), node.source())) {
                assertEquals(node, recall.withHandle(id.handle()).node());
                assertEquals(node, recall.withHandle(id.text()).node());
            }
        }
    }

    @Test
    void recall_returns_the_archived_bytes() {
        Recall recall = session.recall();
        for (Entry.Node node : session.transcript().nodes()) {
            Bytes source = session.source(node.source()).orElseThrow();
            assertEquals(
                    source.slice(node.piece()),
                    recall.withHandle(node.item().handle()).exact());
        }
        assertEquals(RESULT, recall.text(session.node(2)), "without the escapes of JSON");
        assertEquals(RESULT, recall.content(session.node(2)).orElseThrow().text());
    }

    @Test
    void a_handle_without_a_unique_match_is_a_caller_error() {
        Recall recall = session.recall();
        for (String handle : List.of("zzzzzzzz", "", "s2:")) {
            ProxyException error = assertThrows(ProxyException.class, () -> recall.withHandle(handle));
            assertEquals(ProxyException.Kind.CALLER, error.kind());
            assertEquals("no_such_piece", error.code());
            assertTrue(error.toString().contains("'" + handle + "'"), error.toString());
        }
    }

    @Test
    void an_item_that_occurs_twice_is_found_once() {
        session.user("look at the port").turn();
        Recall recall = session.recall();
        assertEquals(
                session.node(0),
                recall.withHandle(session.node(0).item().handle()).node());
        assertEquals(1, nodes(recall.matching("look", 0, 9)).size());
    }

    @Test
    void pages_joined_in_order_contain_every_node_once() {
        Recall recall = session.recall();
        List<Entry.Node> all = session.transcript().nodes();
        for (int size = 1; size <= 5; size++) {
            List<Entry.Node> joined = new ArrayList<>();
            long remaining = all.size();
            while (remaining > 0) {
                Recall.FindingPage page = recall.page(joined.size(), size);
                assertEquals(List.of((long) joined.size(), (long) size), List.of(page.offset(), page.limit()));
                joined.addAll(nodes(page));
                remaining = page.remaining();
            }
            assertEquals(all, joined, "pages of " + size);
        }
        assertEquals(new Recall.FindingPage(List.of(), 99, 5, 0), recall.page(99, 5));
    }

    @Test
    void a_query_returns_the_best_match_first_and_counts_the_rest() {
        Recall recall = session.recall();
        Recall.FindingPage page = recall.matching("taken port", 0, 1);
        assertEquals(List.of(session.node(3)), nodes(page));
        assertEquals(1, page.remaining());
        assertEquals(List.of(session.node(0)), nodes(recall.matching("taken port", 1, 9)));
        assertEquals(List.of(), nodes(recall.matching("unicorn", 0, 9)));
    }

    @Test
    void matching_lines_are_returned_with_two_lines_of_context() {
        String text = "a\n".repeat(20) + "the port is here\n" + "b\n".repeat(20);
        assertEquals("a\na\nthe port is here\nb\nb", session.recall().matchingLines(text, "port", 500));
    }

    @Test
    void the_keyword_index_includes_nodes_added_to_the_transcript() {
        Recall recall = session.recall();
        assertEquals(0, recall.finder().find("zebra", 9).size());
        long before = recall.weight();
        session.user("a zebra").turn();
        recall.transcript().readNew(session::page);
        assertEquals(1, recall.finder().find("zebra", 9).size());
        assertTrue(recall.weight() > before + 512, "a node and its terms are counted");
    }

    @Test
    void a_source_that_the_archive_lost_is_named_in_the_error() {
        Recall recall = new Recall(session.transcript(), _ -> Optional.empty(), Dialects::of);
        ProxyException error = assertThrows(ProxyException.class, () -> recall.text(session.node(0)));
        assertEquals(ProxyException.Kind.STORE, error.kind());
        assertEquals("source_missing", error.code());
        assertTrue(error.toString().contains(session.node(0).source().text()), error.toString());
    }

    @Test
    void a_piece_of_an_unknown_turn_is_returned_as_its_json() {
        TestSession open = new TestSession().user("hello");
        Entry.Node node = open.node(0);
        Recall recall = open.recall();
        assertEquals(Optional.empty(), recall.content(node));
        assertEquals(recall.exact(node).utf8(), recall.text(node));
        assertEquals(node.tokens(), recall.tokens(node, TokenCount.of("claude-x")));
    }

    @Test
    void tokens_are_counted_in_the_content_without_json_escapes() {
        TokenCount count = TokenCount.of("claude-x");
        assertEquals(count.ofItem(RESULT, 0, 0), session.recall().tokens(session.node(2), count));
    }

    @Test
    void any_archived_text_is_recalled_unchanged() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        String[] parts = {"\"", "\\", "\n", "\t", "== end ", "é", "😀", "word", " ", "{\"a\":1}", "</x>"};
        TestSession archive = new TestSession();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            StringBuilder text = new StringBuilder("piece " + i + " ");
            for (int j = random.nextInt(30); j > 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            texts.add(text.toString());
            archive.user(texts.getLast());
        }
        Recall recall = archive.turn().recall();
        for (int i = 0; i < texts.size(); i++) {
            String handle = archive.node(i).item().handle();
            assertEquals(texts.get(i), recall.text(recall.withHandle(handle).node()));
        }
    }
}
