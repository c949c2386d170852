package dev.throughline.simulator.replay;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.Prompt;
import dev.throughline.simulator.prompt.PromptCache;
import dev.throughline.simulator.prompt.PromptCharge;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.SessionResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Requests that belong to no session that is going on. A question that the gateway asks after the end of a session is
 * charged to that session; the others are charged to the run as a whole. Safe for use by many threads.
 */
public final class UnmatchedRequests {
    private final ReplaySettings terms;
    private final PromptCache cache;
    private final Map<SimulatedDialect, RequestReader> readers = new ConcurrentHashMap<>();
    private final Map<String, SessionResult> ended = new HashMap<>();
    private long requests;
    private double cost;

    UnmatchedRequests(ReplaySettings terms) {
        this.terms = terms;
        this.cache = new PromptCache(terms.ttlSeconds());
    }

    /** The reader of bodies in a dialect. */
    RequestReader reader(SimulatedDialect dialect) {
        return readers.computeIfAbsent(dialect, RequestReader::new);
    }

    /** A session has ended. */
    synchronized void ended(String session, SessionResult result) {
        ended.put(session, result);
    }

    /** Charges a request that names this session, or none. */
    synchronized PromptCharge charge(Prompt prompt, String family, Optional<String> session) {
        Optional<SessionResult> result = session.map(ended::get);
        String shared = result.isPresent() ? session.get() + " " + family : family;
        PromptCharge billed = cache.charge(prompt, PromptCache.Reading.ITEMS, 0, shared);
        if (result.isPresent()) {
            result.get().chargeAuxiliary(billed, terms.prices());
        } else {
            requests++;
            cost += billed.cost(terms.prices());
        }
        return billed;
    }

    public synchronized long requests() {
        return requests;
    }

    public synchronized double cost() {
        return cost;
    }
}
