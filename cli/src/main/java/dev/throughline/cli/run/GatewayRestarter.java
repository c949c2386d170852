package dev.throughline.cli.run;

import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.RunRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts the gateway if it exits while an agent is running. The agent cannot be given another address, so the new
 * gateway is started on the same port. If the run is no longer registered, the gateway was stopped on purpose, and no
 * new one is started.
 */
public final class GatewayRestarter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayRestarter.class);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    private final GatewayProcesses gateways;
    private final RunRegistry registry;
    private final UUID run;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile GatewayProcesses.RunningGateway running;

    /** @param running the gateway that is running now */
    public GatewayRestarter(
            GatewayProcesses gateways, GatewayProcesses.RunningGateway running, RunRegistry registry, UUID run) {
        this.gateways = gateways;
        this.running = running;
        this.registry = registry;
        this.run = run;
        this.thread = Thread.ofPlatform().daemon().name("gateway-restarter").start(this::monitor);
    }

    /** The address of the gateway, if its port is not the one that the agent was started with. */
    public Optional<URI> newAddress(URI first) {
        return Optional.of(running.address()).filter(now -> now.getPort() != first.getPort());
    }

    private void monitor() {
        int failures = 0;
        try {
            while (!closed.await(pause(failures).toMillis(), TimeUnit.MILLISECONDS)) {
                failures = check() ? 0 : failures + 1;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The time until the next check. It increases with each consecutive failure, since each check starts processes. */
    static Duration pause(int failures) {
        if (failures == 0) {
            return CHECK_INTERVAL;
        }
        long seconds = 1L << Math.min(failures - 1, 10);
        return Duration.ofSeconds(Math.min(seconds, MAX_PAUSE.toSeconds()));
    }

    /** Starts a new gateway if the current one has exited. Returns false if that failed. */
    private boolean check() {
        try {
            if (isGone() && registry.has(run)) {
                replace();
            }
            return true;
        } catch (RuntimeException e) { // Keep trying: the agent cannot work without a gateway.
            if (closed.getCount() > 0) {
                LOG.error("no gateway is available for the agent: {}; trying again", e.getMessage());
            }
            return false;
        }
    }

    private boolean isGone() {
        return gateways.homeProcess()
                .map(HomeAccess.HomeProcess::pid)
                .filter(pid -> pid == running.pid())
                .isEmpty();
    }

    private void replace() {
        int port = running.address().getPort();
        LOG.warn("the gateway (process {}) is no longer running; starting another one on port {}", running.pid(), port);
        running = gateways.findOrStart(port);
        LOG.info("the gateway (process {}) is running at {}", running.pid(), running.address());
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }
}
