package dev.throughline.engine.edit;

import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.budget.TokenCount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * The chains in memory, the least recently used forgotten first. Safe for use by many threads; each chain is used under
 * its session's lease.
 */
final class LiveChains {
    /** A chain of a megabyte of text takes about two. */
    private static final int MOST = 64;

    private final BiPredicate<ItemKind, String> isScaffold;
    private final int repeatLines;
    private final Map<SessionRef, LiveChain> chains = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, LiveChain> eldest) {
            return size() > MOST;
        }
    };

    /** No chains so far; in each, so many lines in a row that stand elsewhere are worth a pointer. */
    LiveChains(BiPredicate<ItemKind, String> isScaffold, int repeatLines) {
        this.isScaffold = isScaffold;
        this.repeatLines = repeatLines;
    }

    /** Others of the same kind, with no chain so far. */
    LiveChains empty() {
        return new LiveChains(isScaffold, repeatLines);
    }

    /** The chain of a session; an empty one if it is not known, or was counted otherwise. */
    synchronized LiveChain of(SessionRef session, TokenCount count) {
        LiveChain known = chains.get(session);
        if (known == null || !known.count().isLike(count)) {
            known = new LiveChain(count, isScaffold, repeatLines);
            chains.put(session, known);
        }
        return known;
    }

    /** Leaves out elements at the end that belong to no conversation. */
    synchronized void shorten(SessionRef session, int elements) {
        LiveChain known = chains.get(session);
        if (known != null) {
            known.truncate(known.size() - elements);
        }
    }

    synchronized void forget(SessionRef session) {
        chains.remove(session);
    }
}
