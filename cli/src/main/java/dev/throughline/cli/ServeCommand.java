package dev.throughline.cli;

import dev.throughline.cli.run.GatewayProcesses;
import dev.throughline.cli.run.Signals;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.wiring.GatewayOrigin;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.Logs;
import dev.throughline.server.wiring.RunRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code throughline serve}: runs the gateway until a signal ends it. With {@code --background}, which {@code run}
 * uses, the log goes to a file, and the gateway exits when it was not used for some time.
 */
final class ServeCommand extends Command {
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

    private final Option<Boolean> background =
            add(OptionSpec.builder("--background").hidden(true), /* fallback= */ false);

    ServeCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.SERVING,
                "Runs the gateway.",
                "Set the base URL of a client to its address. On SIGTERM it waits up to 30 seconds for requests in"
                        + " progress and exits.");
    }

    @Override
    public int run() {
        Config config = config();
        if (background.value()) {
            Logs.applyTo(config.home().resolve(GatewayProcesses.LOG_FILE), config.logging());
        } else {
            Logs.apply(config.logging());
            stopUnused(config);
        }
        CountDownLatch end = new CountDownLatch(1);
        try (GatewayServer gateway =
                GatewayServer.open(config, origin(config), environment().clock())) {
            // For systems on which signals cannot be handled.
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("closing").unstarted(gateway::close));
            List.of("TERM", "INT", "HUP").forEach(signal -> Signals.on(signal, end::countDown));
            println("listening on " + gateway.address());
            return await(end, gateway, new RunRegistry(config.home()));
        }
    }

    private GatewayOrigin origin(Config config) {
        return new GatewayOrigin(
                background.value() ? GatewayOrigin.BY_RUN : GatewayOrigin.BY_SERVE,
                background.value() ? Duration.ofSeconds(config.value(Keys.RUN_IDLE_SECONDS)) : Duration.ZERO,
                () -> GatewayOrigin.digests(config));
    }

    /** Stops a gateway of this home that a run started and that is not in use. */
    private static void stopUnused(Config config) {
        HomeAccess.holder(config.home())
                .filter(holder -> holder.address()
                        .map(address -> GatewayClient.status(address).use())
                        .filter(use -> use.startedBy().equals(GatewayOrigin.BY_RUN)
                                && use.runs() == 0
                                && use.openRequests() == 0)
                        .isPresent())
                .ifPresent(holder -> GatewayProcesses.stop(holder.pid(), GatewayProcesses.STOP_TIME));
    }

    /** Waits for a signal, or until the gateway is due to exit. */
    private int await(CountDownLatch end, GatewayServer gateway, RunRegistry runs) {
        try {
            while (!end.await(CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                runs.sweep();
                Instant now = environment().clock().instant();
                if (gateway.exitsAt().filter(due -> !now.isBefore(due)).isPresent()) {
                    return OK;
                }
            }
            return OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }
}
