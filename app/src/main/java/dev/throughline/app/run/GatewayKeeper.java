package dev.throughline.app.run;

import dev.throughline.model.ProxyException;
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

    private final Gateways gateways;
    private final RunRegistry registry;
    private final UUID run;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Gateways.Running running;

    /** Keeps the gateway that runs now. */
    public GatewayKeeper(Gateways gateways, Gateways.Running running, RunRegistry registry, UUID run) {
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
        try {
            while (!closed.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                if (isGone() && registry.has(run)) {
                    replace();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isGone() {
        return gateways.holder()
                .map(Gateways.Holder::pid)
                .filter(pid -> pid == running.pid())
                .isEmpty();
    }

    private void replace() {
        int port = running.address().getPort();
        LOG.warn("the gateway, process {}, is gone; starting another at port {}", running.pid(), port);
        try {
            running = gateways.use(port);
            LOG.info("process {} serves at {}", running.pid(), running.address());
        } catch (ProxyException e) {
            LOG.error("no gateway for the agent: {}; trying again", e.getMessage());
        }
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }
}
