package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Hash;
import java.util.List;
import java.util.Set;

/**
 * A turn whose request was archived.
 *
 * @param card the session before this turn
 * @param leaf the last node of the request's history
 * @param path the position of each element of the history; empty if the request neither belongs to nor continues a
 *     conversation
 * @param fresh the nodes that are new
 * @param tokens estimated tokens of the request
 * @param prefixTokens estimated tokens of the part that was also in earlier requests and may be in the provider's cache
 * @param compaction the compactions by hand of the session when the turn was recorded
 * @param receipt reports when the entries are on disk
 */
public record RecordedTurn(
        Turn turn,
        SessionCard card,
        Hash leaf,
        List<Step> path,
        Set<Hash> fresh,
        long tokens,
        long prefixTokens,
        ManualCompaction compaction,
        Receipt receipt) {
    /**
     * One element of a history and its position in the session.
     *
     * @param fingerprint the fingerprint of its raw bytes in this request; differs between processes
     * @param node the node of its last item
     * @param items how many items it has
     * @param hasNonSystemItem whether it has an item that is not a system text
     */
    public record Step(HashValue128 fingerprint, Hash node, int items, boolean hasNonSystemItem) {}

    public RecordedTurn {
        path = List.copyOf(path);
        fresh = Set.copyOf(fresh);
    }

    /** The number of new elements at the end of the history. They were never sent before. */
    public int freshElements() {
        int count = 0;
        while (count < path.size()
                && fresh.contains(path.get(path.size() - 1 - count).node())) {
            count++;
        }
        return count;
    }
}
