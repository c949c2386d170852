package dev.throughline.workingset.price;

import dev.throughline.model.Usage;

/**
 * What the provider would have billed for the client's own request, worked out from what it billed for the one that was
 * sent instead.
 *
 * <pre>
 *   part      tools and system   u1   r1     a1   r2
 *   client                9000   50   6000   80   700
 *   sent                  9400   50    120   80   700     tools of ours are added, r1 is a stub
 *   billed    read ─────────────────── 9570 │ 780 written
 *   untouched read ────────────────── 15050 │ 780 written
 * </pre>
 *
 * <p>The report is the only witness: as far into the prompt as the provider read from its cache, it would have read the
 * client's own as well, and no further. So a provider that reports no reads has no cache here either, and a client that
 * changes its tools, waits too long or switches the model loses its cache in both. Only where we rewrote something that
 * the provider had been sent before does the report say nothing about what lay behind that: there the client's own
 * prompt would have been read up to the end of the request before, provided that the cache was warm.
 *
 * <p>Sizes are in our own count of tokens; the report says how many of the provider's one of ours is.
 */
public final class Counterfactual {
    /** A report that comes so near to the end of the request before has read all of that request. */
    private static final double NEARLY = 0.9;

    /**
     * What the provider had been sent in this session when the request came.
     *
     * @param known how many parts at the front it was sent before, as the client sent them; 0 if none
     * @param rewritten the first part that is sent otherwise than before; as many as there are parts if none is
     * @param isWarm whether it still remembers, by what it has reported so far and by the time that has passed
     */
    public record Before(int known, int rewritten, boolean isWarm) {}

    private final long[] own;
    private final long[] sent;
    private final Before before;

    /**
     * A request in parts, the first of which is all that stands before the history.
     *
     * @param own the tokens of each part as the client sent it; 0 for what we added
     * @param sent its tokens as it was sent on; 0 for what we left out
     */
    public Counterfactual(long[] own, long[] sent, Before before) {
        if (own.length != sent.length) {
            throw new IllegalArgumentException("expected as many parts, found " + own.length + " and " + sent.length);
        }
        this.own = own.clone();
        this.sent = sent.clone();
        this.before = before;
    }

    /** All tokens as the client sent them. */
    public long own() {
        return sum(own, own.length);
    }

    /** All tokens as they were sent on. */
    public long sent() {
        return sum(sent, sent.length);
    }

    /** What the provider would have billed; the model's words are taken to be the same. */
    public Usage untouched(Usage billed) {
        long tokens = sent();
        if (tokens == 0 || billed.prompt() == 0) {
            return billed;
        }
        double scale = billed.prompt() / (double) tokens;
        long all = Math.round(own() * scale);
        long read = Math.clamp(Math.round(read(billed.cacheRead() / scale) * scale), 0, all);
        long uncached = billed.input() + billed.cacheWrite();
        double writes = uncached == 0 ? 0 : billed.cacheWrite() / (double) uncached;
        long written = Math.round((all - read) * writes);
        return new Usage(all - read - written, read, written, billed.output());
    }

    /** As many tokens of the client's own would have been read, when so many were of what was sent. */
    private double read(double reported) {
        if (before.rewritten() < before.known()) {
            boolean isSeen = reported > sent[0] && reported >= NEARLY * sum(sent, before.rewritten());
            return before.isWarm() || isSeen
                    ? Math.max((double) sum(own, before.known()), reaching(reported))
                    : reaching(reported);
        }
        double known = sum(sent, before.known());
        boolean isAllRead = known > 0 && Math.abs(reported - known) <= (1 - NEARLY) * known;
        return isAllRead ? sum(own, before.known()) + reported - known : reaching(reported);
    }

    /** The client's tokens up to the place that so many tokens of what was sent reach. */
    private double reaching(double reported) {
        double left = reported;
        double reached = 0;
        for (int i = 0; i < sent.length && left > 0; i++) {
            reached += sent[i] <= left ? own[i] : own[i] * left / sent[i];
            left -= sent[i];
        }
        return reached;
    }

    private static long sum(long[] tokens, int parts) {
        long sum = 0;
        for (int i = 0; i < parts; i++) {
            sum += tokens[i];
        }
        return sum;
    }
}
