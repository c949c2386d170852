package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Hash;
import java.util.List;
import java.util.Set;

/**
 * A turn that was kept, before anything is done with it.
 *
 * @param card the session as it was found
 * @param leaf the last node of the request's history
 * @param path where each element of the history stands; empty for what is no conversation and does not go on from one
 * @param fresh the nodes that were not known before
 * @param tokens estimated tokens of the request
 * @param prefixTokens estimated tokens of the part that the request before it had too, and that a provider may have in
 *     its cache
 * @param receipt when it is safe
 */
public record RecordedTurn(
        Turn turn,
        SessionCard card,
        Hash leaf,
        List<Step> path,
        Set<Hash> fresh,
        long tokens,
        long prefixTokens,
        Receipt receipt) {
    /**
     * One element of the path that a request took through its session.
     *
     * @param fingerprint of its raw bytes in this request; the same in this process as long as the bytes are
     * @param node the node of its last item
     * @param items how many items it has
     * @param hasWords whether anybody but the system said something in it
     */
    public record Step(HashValue128 fingerprint, Hash node, int items, boolean hasWords) {}

    public RecordedTurn {
        path = List.copyOf(path);
        fresh = Set.copyOf(fresh);
    }

    /** How many elements at the end of the history hold something new, and so were never sent. */
    public int freshElements() {
        int count = 0;
        while (count < path.size()
                && fresh.contains(path.get(path.size() - 1 - count).node())) {
            count++;
        }
        return count;
    }
}
