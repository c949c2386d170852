package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.bill.PromptCache;
import dev.throughline.replay.prompt.BodyReader;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.prompt.Prompt;
import dev.throughline.replay.prompt.ReadBody;
import dev.throughline.replay.session.Terms;

/** The books of requests that belong to no session; the run as a whole pays for them. Safe for use by many threads. */
public final class Strays {
    private final Terms terms;
    private final PromptCache cache;
    private final ItemPool pool = new ItemPool();
    private long requests;
    private double cost;

    Strays(Terms terms) {
        this.terms = terms;
        this.cache = new PromptCache(terms.ttlSeconds());
    }

    synchronized ReadBody read(Dialect dialect, Bytes body) {
        return new BodyReader(dialect, pool).read(body);
    }

    synchronized Billed charge(Prompt prompt, String family) {
        Billed billed = cache.charge(prompt.items(), prompt.cacheable(), 0, family);
        requests++;
        cost += billed.cost(terms.prices());
        return billed;
    }

    public synchronized long requests() {
        return requests;
    }

    public synchronized double cost() {
        return cost;
    }
}
