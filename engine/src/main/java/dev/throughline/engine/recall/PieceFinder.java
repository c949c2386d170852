package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import java.util.List;
import java.util.function.Predicate;

/** Searches the pieces of one session. */
public interface PieceFinder {
    /**
     * One piece that matches a query.
     *
     * @param score how well it matches; comparable only with scores of the same search
     */
    record FoundPiece(Entry.Node node, double score) {}

    /** The pieces that match a query best, best first, each item once. */
    List<FoundPiece> find(String query, int maxResults);

    /** The pieces that pass a filter and match a query best, best first, each item once. */
    default List<FoundPiece> find(String query, int maxResults, Predicate<Entry.Node> filter) {
        return find(query, Integer.MAX_VALUE).stream()
                .filter(found -> filter.test(found.node()))
                .limit(maxResults)
                .toList();
    }
}
