package dev.throughline.server.wiring;

import dev.throughline.gateway.RequestHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Determines whether a gateway is in use: counts open requests to models and live runs. A gateway that a run started
 * exits after some time without either. Safe for use by many threads.
 */
final class GatewayActivity {
    private final RunRegistry runs;
    private final Duration idle;
    private final Clock clock;
    private final AtomicInteger open = new AtomicInteger();
    private volatile Instant lastUsed;

    /** @param idle the time without use after which the gateway exits; zero for never */
    GatewayActivity(RunRegistry runs, Duration idle, Clock clock) {
        this.runs = runs;
        this.idle = idle;
        this.clock = clock;
        this.lastUsed = clock.instant();
    }

    /** A handler that counts the requests that pass through it. */
    RequestHandler counting(RequestHandler handler) {
        return (inbound, reply) -> {
            open.incrementAndGet();
            try {
                handler.handle(inbound, reply);
            } finally {
                lastUsed = clock.instant();
                open.decrementAndGet();
            }
        };
    }

    int open() {
        return open.get();
    }

    int runs() {
        return runs.live().size();
    }

    /** When the gateway exits if it stays unused; empty while it is used, or if it does not exit by itself. */
    Optional<Instant> exitsAt() {
        if (idle.isZero()) {
            return Optional.empty();
        }
        if (open() > 0 || runs() > 0) {
            lastUsed = clock.instant();
            return Optional.empty();
        }
        return Optional.of(lastUsed.plus(idle));
    }
}
