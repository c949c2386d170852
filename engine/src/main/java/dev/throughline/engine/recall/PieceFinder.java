package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import java.util.List;
import java.util.function.Predicate;

/** Searches the pieces of one session. */
public interface PieceFinder {
    /**
     * One piece that matches a query.
     *
     * @param score how well it matches; comparable only with others of the same search
     */
    record FoundPiece(Entry.Node node, double score) {}

    /** The pieces that match a query best, best first, each item once. */
    List<FoundPiece> find(String query, int most);

    /** The same among the pieces that pass a test. */
    default List<FoundPiece> find(String query, int most, Predicate<Entry.Node> among) {
        return find(query, Integer.MAX_VALUE).stream()
                .filter(found -> among.test(found.node()))
                .limit(most)
                .toList();
    }
}
