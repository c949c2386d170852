package dev.throughline.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory of all large bodies together. A body up to {@link #SMALL} bytes is not counted, so that ordinary
 * requests are never refused because of large ones. Safe for use by many threads.
 */
final class LargeBodyQuota {
    static final long SMALL = 1 << 20;

    private final long limit;
    private final AtomicLong taken = new AtomicLong();

    LargeBodyQuota(long limit) {
        this.limit = limit;
    }

    /** One body's share, which its connection gives back when the request has been answered. */
    Share share() {
        return new Share();
    }

    /** Bytes that are taken now. */
    long taken() {
        return taken.get();
    }

    /** Not safe for use by many threads; its connection's event loop guards it. */
    final class Share {
        private long own;

        /** Reserves the memory of a body of this length; returns false if too little is left. */
        boolean grow(long length) {
            long more = length <= SMALL ? 0 : length - own;
            if (more > 0 && taken.addAndGet(more) > limit) {
                taken.addAndGet(-more);
                return false;
            }
            own += Math.max(0, more);
            return true;
        }

        void giveBack() {
            taken.addAndGet(-own);
            own = 0;
        }
    }
}
