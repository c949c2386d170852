package dev.throughline.cli;

import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Stops a gateway: it accepts no new requests, finishes those in progress, and releases its home. */
final class GatewayStop {
    /** A little longer than a gateway waits for requests that are under way. */
    static final Duration USUAL_TIME = Duration.ofSeconds(60);

    private GatewayStop() {}

    /**
     * Asks a process to end and waits until it has.
     *
     * @throws ProxyException if it may not be asked, or goes on for longer
     */
    static void stop(long pid, Duration time) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            return;
        }
        if (!process.get().destroy() && process.get().isAlive()) {
            throw failed("process " + pid + " belongs to another user; ask them to stop it");
        }
        try {
            process.get().onExit().get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw failed("process " + pid + " is still running after " + time.toSeconds()
                    + " seconds; wait for its requests, or run: kill -9 " + pid);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted while waiting for process " + pid);
        }
    }

    private static ProxyException failed(String why) {
        return new ProxyException(ProxyException.Kind.CALLER, "gateway_not_stopped", why);
    }
}
