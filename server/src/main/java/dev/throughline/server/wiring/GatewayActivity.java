package dev.throughline.server.wiring;

import dev.throughline.gateway.RequestHandler;
import dev.throughline.server.run.RunRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a gateway is used for: requests for models that are under way, and runs that live. After a while without either,
 * a gateway that a run started is due to exit. Safe for use by many threads.
 */
final class GatewayActivity {
    private final RunRegistry runs;
    private final Duration idle;
    private final Clock clock;
    private final AtomicInteger open = new AtomicInteger();
    private volatile Instant used;

    /**
     * Counts.
     *
     * @param idle after how long without use the gateway is due to exit; zero for never
     */
    GatewayActivity(RunRegistry runs, Duration idle, Clock clock) {
        this.runs = runs;
        this.idle = idle;
        this.clock = clock;
        this.used = clock.instant();
    }

    /** Turns are counted on their way through this handler. */
    RequestHandler counted(RequestHandler handler) {
        return (inbound, reply) -> {
            open.incrementAndGet();
            try {
                handler.handle(inbound, reply);
            } finally {
                used = clock.instant();
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

    /** When the gateway is due to exit if nothing happens; empty while it is used, or if it never is. */
    Optional<Instant> exitsAt() {
        if (idle.isZero()) {
            return Optional.empty();
        }
        if (open() > 0 || runs() > 0) {
            used = clock.instant();
            return Optional.empty();
        }
        return Optional.of(used.plus(idle));
    }
}
