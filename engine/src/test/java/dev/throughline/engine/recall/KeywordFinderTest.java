package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KeywordFinderTest {
    @Test
    void a_rare_word_outweighs_a_common_one() {
        TestSession session = new TestSession()
                .user("build the parser")
                .user("build the lexer")
                .user("build all")
                .user("the zebra");
        assertEquals(List.of("the zebra", "build all"), found(session, "build zebra", 2));
    }

    @Test
    void parts_of_an_identifier_find_it() {
        TestSession session =
                new TestSession().user("see HeaderBlock.parseHeader(line)").user("nothing here");
        assertEquals(List.of("see HeaderBlock.parseHeader(line)"), found(session, "parse header", 9));
        assertEquals(List.of("see HeaderBlock.parseHeader(line)"), found(session, "PARSEHEADER", 9));
    }

    @Test
    void text_without_spaces_is_found() {
        TestSession session = new TestSession().user("端口被占用了").user("一切正常");
        assertEquals(List.of("端口被占用了"), found(session, "占用", 9));
    }

    @Test
    void an_item_that_occurs_twice_is_found_once() {
        TestSession session = new TestSession().user("again").assistant("ok").user("again");
        assertEquals(List.of("again"), found(session, "again", 9));
    }

    @Test
    void items_that_are_added_later_are_found() {
        TestSession session = new TestSession().user("one zebra");
        Recall recall = session.recall();
        assertEquals(1, recall.finder().find("zebra", 9).size());
        session.user("two zebras, one zebra");
        recall.transcript().readNew(session::page);
        assertEquals(2, recall.finder().find("zebra", 9).size());
    }

    @Test
    void scores_equal_a_naive_computation_and_results_are_ordered_by_score() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        TestSession session = new TestSession();
        for (int i = 0; i < 40; i++) {
            StringBuilder text = new StringBuilder("n" + i);
            for (int j = random.nextInt(20); j >= 0; j--) {
                text.append(" w").append((char) ('a' + random.nextInt(8)));
            }
            session.user(text.toString());
        }
        List<PieceFinder.FoundPiece> found = session.recall().finder().find("wa wb", Integer.MAX_VALUE);
        Recall recall = session.recall();
        for (PieceFinder.FoundPiece each : found) {
            assertEquals(naive(recall, each.node(), "wa", "wb"), each.score(), 1e-9, "seed " + seed);
        }
        for (int i = 1; i < found.size(); i++) {
            assertTrue(found.get(i - 1).score() >= found.get(i).score(), "seed " + seed);
        }
    }

    private static double naive(Recall recall, Entry.Node node, String... terms) {
        List<Entry.Node> all = recall.transcript().nodes();
        double mean =
                all.stream().mapToLong(each -> count(recall, each)).average().orElse(0);
        double score = 0;
        for (String term : terms) {
            long holders =
                    all.stream().filter(each -> times(recall, each, term) > 0).count();
            double times = times(recall, node, term);
            double rarity = Math.log(1 + (all.size() - holders + 0.5) / (holders + 0.5));
            score += rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * count(recall, node) / mean));
        }
        return score;
    }

    private static long count(Recall recall, Entry.Node node) {
        long[] count = new long[1];
        RecallTerms.in(recall.text(node), _ -> count[0]++);
        return count[0];
    }

    private static long times(Recall recall, Entry.Node node, String term) {
        long[] count = new long[1];
        RecallTerms.in(recall.text(node), each -> count[0] += each.equals(term) ? 1 : 0);
        return count[0];
    }

    private static List<String> found(TestSession session, String query, int most) {
        Recall recall = session.turn().recall();
        return recall.finder().find(query, most).stream()
                .map(found -> recall.content(found.node()).orElseThrow().text())
                .toList();
    }
}
