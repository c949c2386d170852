package dev.throughline.workingset.price;

import dev.throughline.model.Usage;
import java.util.Arrays;

/**
 * The usage that the provider would have billed for the client's own request, estimated from the bill of the request
 * that was sent instead.
 *
 * <pre>
 *   part      tools and system   u1   r1     a1   r2
 *   client                9000   50   6000   80   700
 *   sent                  9400   50    120   80   700     with local tools; r1 is a placeholder
 *   billed    read ─────────────────── 9570 │ 780 written
 *   untouched read ────────────────── 15050 │ 780 written
 * </pre>
 *
 * <p>The estimate follows the report: the provider would have read the client's own prompt from its cache up to the
 * same position. So a provider that reports no reads has no cache in the estimate either, and a client that changes its
 * tools, waits too long or switches the model loses its cache in both. After a rewrite the report says nothing about
 * what follows the rewritten part: there the client's own prompt would have been read up to the end of the previous
 * request, if the cache was warm.
 *
 * <p>Sizes are in our own token count; the report gives the factor to the provider's.
 */
public final class Counterfactual {
    /** A report of this part of the previous request means that all of it was read. */
    private static final double NEARLY = 0.9;

    /**
     * The requests that the provider received earlier in this session.
     *
     * @param known the number of leading parts that the client sent before
     * @param rewritten the first part that is sent differently than before; the number of parts if none is
     * @param isWarm whether they are still in its cache, by earlier reports and the time that has passed
     */
    public record Before(int known, int rewritten, boolean isWarm) {}

    private final long[] own;
    private final long[] sent;
    private final Before before;

    /**
     * A request in parts. The first part is everything before the history.
     *
     * @param own the tokens of each part as the client sent it; 0 for what was added
     * @param sent the tokens of each part as it was forwarded; 0 for what was removed
     */
    public Counterfactual(long[] own, long[] sent, Before before) {
        if (own.length != sent.length) {
            throw new IllegalArgumentException(
                    "own and sent differ in their number of parts: " + own.length + " and " + sent.length);
        }
        this.own = own.clone();
        this.sent = sent.clone();
        this.before = before;
    }

    /** All tokens as the client sent them. */
    public long own() {
        return sum(own, own.length);
    }

    /** All tokens as they were forwarded. */
    public long sent() {
        return sum(sent, sent.length);
    }

    /** The usage that the provider would have billed, with the same output. */
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

    /** The tokens of the client's own prompt that would have been read from the cache, by those that were. */
    private double read(double reported) {
        if (before.rewritten() < before.known()) {
            boolean isRead = reported > sent[0] && reported >= NEARLY * sum(sent, before.rewritten());
            return before.isWarm() || isRead
                    ? Math.max((double) sum(own, before.known()), reaching(reported))
                    : reaching(reported);
        }
        double known = sum(sent, before.known());
        boolean isAllRead = known > 0 && Math.abs(reported - known) <= (1 - NEARLY) * known;
        return isAllRead ? sum(own, before.known()) + reported - known : reaching(reported);
    }

    /** The client's tokens up to the position that the reported tokens reach in what was sent. */
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
        return Arrays.stream(tokens, 0, parts).sum();
    }
}
