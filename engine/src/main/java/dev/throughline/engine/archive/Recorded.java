package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import java.util.List;
import java.util.Set;

/**
 * A turn that was kept, before anything is done with it.
 *
 * @param card the session as it was found
 * @param leaf the last node of the request's history
 * @param path where each element of the history stands; empty for what is no conversation
 * @param fresh the nodes that were not known before
 * @param tokens estimated tokens of the request
 * @param prefixTokens estimated tokens of the part that the request before it had too, and that a provider may have in
 *     its cache
 * @param receipt when it is safe
 */
public record Recorded(
        Turn turn,
        SessionCard card,
        Hash leaf,
        List<Step> path,
        Set<Hash> fresh,
        long tokens,
        long prefixTokens,
        Receipt receipt) {
    public Recorded {
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
