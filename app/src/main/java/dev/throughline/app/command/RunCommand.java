package dev.throughline.app.command;

import dev.throughline.app.config.Config;
import dev.throughline.app.config.HelperSettings;
import dev.throughline.app.config.PolicyName;
import dev.throughline.app.config.Setting;
import dev.throughline.app.config.Settings;
import dev.throughline.app.house.Logs;
import dev.throughline.app.house.Serving;
import dev.throughline.app.library.Bill;
import dev.throughline.app.library.RunSummary;
import dev.throughline.app.library.ShortId;
import dev.throughline.app.run.Agents;
import dev.throughline.app.run.GatewayKeeper;
import dev.throughline.app.run.Gateways;
import dev.throughline.app.run.Launch;
import dev.throughline.app.run.Launcher;
import dev.throughline.app.run.RegisteredRun;
import dev.throughline.app.run.RunRegistry;
import dev.throughline.memory.said.OwnWords;
import dev.throughline.model.Cause;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code throughline run}: an agent behind the gateway of the home. One that is not there is started in the background
 * and outlives this run; see {@link SharedGateway}. Says at the end what the run cost. The exit code is the agent's.
 *
 * <p>An agent is run whatever happens to us: where no gateway can be had, it is started directly, and we say so.
 */
final class RunCommand implements Command {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    private final Desk desk;

    RunCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Runs an agent behind the gateway: codex, claude, pi, or any command.",
                        "Options of ours stand before the agent, its own after it.",
                        "Example: throughline run claude -p 'say hi'");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("1..*")
                .paramLabel("AGENT")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("the agent and its arguments")
                .build());
        spec.parser().stopAtPositional(true);
        Flags.add(spec, Flags.SERVING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        List<String> command = given.matchedPositionalValue(0, List.of());
        if (command.isEmpty()) {
            throw new IllegalArgumentException("expected an agent, as in 'throughline run claude', found none");
        }
        SharedGateway gateway = new SharedGateway(desk, given);
        Config config = Config.of(gateway.settings());
        RunRegistry registry = new RunRegistry(config.home());
        RegisteredRun run = registered(command.getFirst(), gateway.settings());
        try {
            registry.put(run);
        } catch (IOException e) {
            return direct(command, "the home " + config.home() + " cannot be written: " + Cause.words(e));
        }
        try {
            Logs.applyTo(config.home().resolve("run.log"), config.logging());
            return behind(command, config, gateway, registry, run);
        } finally {
            registry.remove(run.run());
        }
    }

    private int behind(
            List<String> command, Config config, SharedGateway gateway, RunRegistry registry, RegisteredRun run) {
        Gateways.Running running;
        try {
            running = gateway.use(registry, run.run());
        } catch (ProxyException e) {
            if (e.kind() == ProxyException.Kind.CALLER) {
                throw e;
            }
            return direct(command, e.sentence());
        }
        RegisteredRun here = run.at(running.address().getPort());
        tell(registry, here);
        URI address = URI.create(running.address() + "/run/" + run.run());
        Launch launch = Agents.launch(new Agents.Request(
                command, address, desk.environment().variables(), config.home().resolve("run")));
        int code;
        try (GatewayKeeper keeper = new GatewayKeeper(gateway.gateways(), running, registry, run.run())) {
            code = Launcher.run(launch, agent -> tell(registry, here.with(agent)));
            keeper.moved(running.address())
                    .ifPresent(now -> desk.screen()
                            .say("the gateway is at " + now + " now; the agent's later requests did not reach it"));
        }
        summarise(config, run.run());
        if (running.isOurs()) {
            desk.screen().say(gateway.staying(running));
        }
        return code;
    }

    /** Where no gateway can be had, the agent runs as if we were not there. */
    private int direct(List<String> command, String why) {
        desk.screen().say("starting " + command.getFirst() + " directly, without Throughline: " + why);
        return Launcher.run(new Launch(command, Map.of(), Map.of()), _ -> {});
    }

    /** A run that cannot be written down any more runs on; only the gateway may count it wrong. */
    private static void tell(RunRegistry registry, RegisteredRun run) {
        try {
            registry.put(run);
        } catch (IOException e) {
            LOG.warn("the run cannot be written down: {}", e.getMessage());
        }
    }

    private static String requests(RunSummary summary) {
        return Screen.many(summary.turns(), "turn")
                + (summary.beside() == 0 ? "" : " and " + Screen.many(summary.beside(), "side request"))
                + (summary.failed() == 0 ? "" : ", " + summary.failed() + " of them without an answer");
    }

    private static String change(Bill bill) {
        if (bill.edited() > 0) {
            long added = bill.billed().prompt() - bill.untouched().prompt();
            return "as the agent sent them, the requests had "
                    + bill.untouched().prompt() + " tokens of input"
                    + (added > 0 ? "; memory and tools added " + added : "") + "; net change in the cost of input: "
                    + Screen.change(bill.change());
        }
        boolean isHelped = bill.helpedUnits() > 0;
        return "nothing was edited; the requests cost what they would have cost without Throughline"
                + (isHelped ? ", and the helper model added " + Screen.change(bill.change()) : "");
    }

    /** What nobody set for this run is left to the gateway: somebody may have set it there. */
    private RegisteredRun registered(String agent, Settings settings) {
        Map<String, String> chosen = Serving.PER_RUN.stream()
                .map(settings::setting)
                .filter(setting -> !setting.isDefault())
                .collect(Collectors.toMap(setting -> setting.key().name(), Setting::text));
        UUID id = new Ids(new SecureRandom()).next(desk.clock().instant());
        Path name = Path.of(agent).getFileName();
        return new RegisteredRun(
                id,
                name == null ? agent : name.toString(),
                0,
                List.of(RegisteredRun.RunningProcess.of(ProcessHandle.current())),
                chosen);
    }

    /** Through the gateway, or from the files if it is gone. */
    private void summarise(Config config, UUID run) {
        try {
            Optional<RunSummary> summary = desk.homes()
                    .read(
                            config.home(),
                            new PriceTable(config.working().prices()),
                            new OwnWords(config.markers()),
                            library -> library.run(run));
            summary.ifPresent(this::tell);
            if (config.helper().mode() == HelperSettings.Mode.AUTO && config.policy() != PolicyName.OFF) {
                desk.screen()
                        .say("questions to a helper model may cost up to "
                                + config.helper().sharePercent()
                                + "% of what editing has saved; helper.mode: off turns them off");
            }
        } catch (ProxyException e) {
            desk.screen().say("no summary: " + e.sentence());
        }
    }

    private void tell(RunSummary summary) {
        if (summary.turns() + summary.beside() == 0) {
            desk.screen().say("nothing was kept: no request for a model came through the gateway, or memory is off");
            return;
        }
        Usage usage = summary.bill().billed();
        desk.screen()
                .say(requests(summary) + "; input " + usage.prompt() + " tokens (" + usage.input()
                        + " uncached, "
                        + usage.cacheRead() + " read from cache, " + usage.cacheWrite() + " written to cache); output "
                        + usage.output() + " tokens");
        Usage helped = summary.bill().helped();
        if (!helped.equals(Usage.NONE)) {
            desk.screen()
                    .say("the helper model read " + helped.prompt() + " tokens and wrote " + helped.output()
                            + "; that is in the net change");
        }
        desk.screen().say(change(summary.bill()));
        summary.sessions()
                .forEach(card -> desk.screen()
                        .say("kept as " + card.ref().id() + " (" + Screen.many(card.items(), "item")
                                + "); look at it with: throughline sessions show "
                                + ShortId.memorable(card.ref().id())));
    }
}
