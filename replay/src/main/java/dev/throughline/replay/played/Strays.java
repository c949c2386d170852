package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.bill.PromptCache;
import dev.throughline.replay.prompt.BodyReader;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.prompt.Prompt;
import dev.throughline.replay.prompt.ReadBody;
import dev.throughline.replay.session.Books;
import dev.throughline.replay.session.Terms;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The books of requests that belong to no session that is going on. A question that the gateway asks after the end of a
 * session is charged to that session; for the others the run as a whole pays. Safe for use by many threads.
 */
public final class Strays {
    private final Terms terms;
    private final PromptCache cache;
    private final ItemPool pool = new ItemPool();
    private final Map<String, Books> ended = new HashMap<>();
    private long requests;
    private double cost;

    Strays(Terms terms) {
        this.terms = terms;
        this.cache = new PromptCache(terms.ttlSeconds());
    }

    synchronized ReadBody read(Dialect dialect, Bytes body) {
        return new BodyReader(dialect, pool).read(body);
    }

    /** A session has ended. */
    synchronized void ended(String session, Books books) {
        ended.put(session, books);
    }

    /** Charges a request that names this session, or none. */
    synchronized Billed charge(Prompt prompt, String family, Optional<String> session) {
        Optional<Books> books = session.map(ended::get);
        String shared = books.isPresent() ? session.get() + " " + family : family;
        Billed billed = cache.charge(prompt.items(), prompt.cacheable(), 0, shared);
        if (books.isPresent()) {
            books.get().chargeAuxiliary(billed, terms.prices());
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
