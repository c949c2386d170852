package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import java.util.List;
import java.util.function.Predicate;

/** Finds pieces of one session by what they say. */
public interface PieceFinder {
    /**
     * One piece that fits a query.
     *
     * @param score how well it fits; only to be compared with others of the same answer
     */
    record FoundPiece(Entry.Node node, double score) {}

    /** The pieces that fit a query best, the best first, each item once. */
    List<FoundPiece> find(String query, int most);

    /** The same among those pieces that a test lets pass: others count for nothing. */
    default List<FoundPiece> find(String query, int most, Predicate<Entry.Node> among) {
        return find(query, Integer.MAX_VALUE).stream()
                .filter(found -> among.test(found.node()))
                .limit(most)
                .toList();
    }
}
