package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.PieceFinder.FoundPiece;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PieceFinderTest {
    private final TestSession session = new TestSession()
            .user("one zebra")
            .user("two zebra zebra")
            .user("three lions")
            .user("four zebra zebra zebra")
            .turn();

    private List<Entry.Node> found(int most, List<Integer> allowed) {
        List<Entry.Node> nodes = allowed.stream().map(session::node).toList();
        return session.recall().finder().find("zebra", most, nodes::contains).stream()
                .map(FoundPiece::node)
                .toList();
    }

    @Test
    void only_pieces_that_match_the_filter_are_found_and_counted() {
        assertEquals(List.of(session.node(1), session.node(0)), found(9, List.of(0, 1, 2)));
        assertEquals(List.of(session.node(0)), found(1, List.of(0, 2)), "the limit applies after the filter");
        assertEquals(List.of(), found(9, List.of(2)));
    }
}
