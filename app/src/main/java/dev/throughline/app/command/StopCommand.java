package dev.throughline.app.command;

import dev.throughline.app.run.HomeHolder;
import dev.throughline.app.run.RegisteredRun;
import dev.throughline.app.run.RunRegistry;
import dev.throughline.model.ProxyException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline stop}: ends the gateway that serves the home, after the requests that are under way. */
final class StopCommand implements Command {
    private final Desk desk;

    StopCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Stops the gateway that serves the home, after the requests that are under way.",
                        "Exits with status 1 if it does not stop, or if agents still use it.");
        spec.addOption(OptionSpec.builder("--force")
                .description("stop it although agents use it; their requests fail from then on")
                .build());
        spec.addOption(OptionSpec.builder("--wait")
                .paramLabel("SECONDS")
                .type(Integer.class)
                .description("how long to wait for requests that are under way (default: 60)")
                .build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Path home = desk.config(given).home();
        Optional<HomeHolder> holder = desk.homes().holder(home);
        if (holder.isEmpty()) {
            desk.screen().say("no gateway serves " + home);
            return OK;
        }
        if (holder.get().address().isEmpty()) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "no_gateway",
                    "process " + holder.get().pid() + " has the home " + home
                            + " open, and is not a gateway that serves");
        }
        RunRegistry registry = new RunRegistry(home);
        List<RegisteredRun> runs = registry.live();
        if (!given.hasMatchedOption("--force") && !runs.isEmpty()) {
            desk.screen().say("agents use the gateway (" + names(runs) + "); end them first, or pass --force");
            return FAILED;
        }
        runs.forEach(run -> registry.remove(run.run()));
        int seconds = given.matchedOptionValue("--wait", (int) Stopping.USUAL_TIME.toSeconds());
        Stopping.stop(holder.get().pid(), Duration.ofSeconds(seconds));
        desk.screen()
                .say("stopped the gateway at " + holder.get().address().get() + " (process "
                        + holder.get().pid() + ")");
        return OK;
    }

    private static String names(List<RegisteredRun> runs) {
        return runs.stream()
                .map(run ->
                        run.agent() + ", process " + run.processes().getFirst().pid())
                .reduce((one, other) -> one + "; " + other)
                .orElse("");
    }
}
