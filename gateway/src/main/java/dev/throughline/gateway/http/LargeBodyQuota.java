package dev.throughline.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory large bodies take together. A body up to {@link #SMALL} costs nothing here, so that ordinary requests
 * are never refused because of large ones. Safe for use by many threads.
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

        /** Takes what a body of so many bytes needs; false if there is not as much left. */
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
