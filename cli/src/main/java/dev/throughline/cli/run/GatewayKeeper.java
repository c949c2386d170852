package dev.throughline.cli.run;

import dev.throughline.server.run.RunRegistry;
import dev.throughline.server.wiring.Homes;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that a gateway serves for as long as an agent runs. The agent was told an address and cannot be told
 * another, so if the gateway is gone, the next one is started at the same port. If the run is no longer registered, the
 * gateway was stopped on purpose, and none is started.
 */
public final class GatewayKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayKeeper.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final GatewayProcesses gateways;
    private final RunRegistry registry;
    private final UUID run;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile GatewayProcesses.Running running;

    /** Keeps the gateway that runs now. */
    public GatewayKeeper(GatewayProcesses gateways, GatewayProcesses.Running running, RunRegistry registry, UUID run) {
        this.gateways = gateways;
        this.running = running;
        this.registry = registry;
        this.run = run;
        this.thread = Thread.ofPlatform().daemon().name("gateway-keeper").start(this::keep);
    }

    /** Where the gateway serves now, if it is not where the agent was told. */
    public Optional<URI> moved(URI told) {
        return Optional.of(running.address()).filter(now -> now.getPort() != told.getPort());
    }

    private void keep() {
        int failures = 0;
        try {
            while (!closed.await(pause(failures).toMillis(), TimeUnit.MILLISECONDS)) {
                failures = look() ? 0 : failures + 1;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How long to wait before the next look; longer after each failure in a row, since each starts processes. */
    static Duration pause(int failures) {
        if (failures == 0) {
            return LOOK_AGAIN;
        }
        long seconds = 1L << Math.min(failures - 1, 10);
        return Duration.ofSeconds(Math.min(seconds, LONGEST_PAUSE.toSeconds()));
    }

    /** Replaces the gateway if it is gone. Returns false if there is none and should be one. */
    private boolean look() {
        try {
            if (isGone() && registry.has(run)) {
                replace();
            }
            return true;
        } catch (RuntimeException e) { // Whatever it is, the agent still needs a gateway.
            if (closed.getCount() > 0) {
                LOG.error("no gateway for the agent: {}; trying again", e.getMessage());
            }
            return false;
        }
    }

    private boolean isGone() {
        return gateways.holder()
                .map(Homes.Holder::pid)
                .filter(pid -> pid == running.pid())
                .isEmpty();
    }

    private void replace() {
        int port = running.address().getPort();
        LOG.warn("the gateway, process {}, is gone; starting another at port {}", running.pid(), port);
        running = gateways.use(port);
        LOG.info("process {} serves at {}", running.pid(), running.address());
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }
}
