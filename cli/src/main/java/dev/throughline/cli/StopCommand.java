package dev.throughline.cli;

import dev.throughline.cli.run.GatewayProcesses;
import dev.throughline.model.ProxyException;
import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.RunRegistry;
import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code throughline stop}: stops the gateway of the home after the requests in progress. */
final class StopCommand extends Command {
    private final Option<Boolean> force =
            flag("--force", "stop it even if agents are using it; their next requests will fail");
    private final Option<Integer> wait = option(
            "--wait",
            "SECONDS",
            (int) GatewayProcesses.STOP_TIME.toSeconds(),
            "how long to wait for requests in progress");

    StopCommand(CommandEnvironment environment) {
        super(
                environment,
                "Stops the gateway of this home. It waits up to 30 seconds for requests in progress and exits.",
                "Exits with status 1 if agents are using the gateway and --force is not given, or if the gateway does"
                        + " not stop in time.");
    }

    @Override
    public int run() {
        Path home = config().home();
        Optional<HomeAccess.HomeProcess> holder = HomeAccess.holder(home);
        if (holder.isEmpty()) {
            printMessage("no gateway is running for " + home);
            return OK;
        }
        long pid = holder.get().pid();
        if (holder.get().address().isEmpty()) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "no_gateway",
                    "process " + pid + " has the home " + home
                            + " open, but it is not a gateway; wait until it has finished");
        }
        RunRegistry registry = new RunRegistry(home);
        List<RegisteredRun> runs = registry.live();
        if (!force.value() && !runs.isEmpty()) {
            String names = runs.stream()
                    .map(run -> run.agent() + ", process "
                            + run.processes().getFirst().pid())
                    .collect(Collectors.joining("; "));
            printMessage("agents are using the gateway (" + names + "); stop them first, or pass --force");
            return FAILED;
        }
        runs.forEach(run -> registry.remove(run.run()));
        GatewayProcesses.stop(pid, Duration.ofSeconds(wait.value()));
        printMessage("stopped the gateway at " + holder.get().address().get() + " (process " + pid + ")");
        return OK;
    }
}
