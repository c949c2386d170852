package dev.throughline.cli;

import dev.throughline.cli.run.AgentLauncher;
import dev.throughline.cli.run.Agents;
import dev.throughline.cli.run.GatewayProcesses;
import dev.throughline.cli.run.GatewayRestarter;
import dev.throughline.engine.recall.Bill;
import dev.throughline.model.Cause;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.HelperKeys;
import dev.throughline.server.config.PolicyName;
import dev.throughline.server.config.Setting;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.sessions.RunSummary;
import dev.throughline.server.sessions.ShortId;
import dev.throughline.server.wiring.GatewayOrigin;
import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.Logs;
import dev.throughline.server.wiring.RunRegistry;
import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code throughline run}: runs an agent behind the gateway of the home, which is started in the background if it is
 * not running; see {@link SharedGateway}. At the end it prints what the run cost. The exit code is that of the agent.
 *
 * <p>If no gateway can be used, the agent is started directly, with a message.
 */
final class RunCommand extends Command {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    private final Option<List<String>> command = parameters("1..*", "AGENT", "the agent and its arguments");

    RunCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.SERVING,
                "Runs an agent (codex, claude, pi or any command) and sends its requests through the gateway.",
                "Write Throughline's options before the agent and the agent's own options after it.",
                "Example: throughline run claude -p 'say hi'");
        spec().parser().stopAtPositional(true);
    }

    @Override
    public int run() {
        List<String> words = command.value();
        if (words.isEmpty()) {
            throw new IllegalArgumentException("no agent to run; name one, for example: throughline run claude");
        }
        SharedGateway gateway =
                new SharedGateway(environment(), config(), configOptions().given());
        Config config = gateway.config();
        RunRegistry registry = new RunRegistry(config.home());
        RegisteredRun run = registered(words.getFirst(), config);
        try {
            registry.put(run);
        } catch (IOException e) {
            return runDirectly(words, "home " + config.home() + " is not writable: " + Cause.words(e));
        }
        try {
            Logs.applyTo(config.home().resolve("run.log"), config.logging());
            return runBehindGateway(words, config, gateway, registry, run);
        } finally {
            registry.remove(run.run());
        }
    }

    private int runBehindGateway(
            List<String> command, Config config, SharedGateway gateway, RunRegistry registry, RegisteredRun run) {
        GatewayProcesses.RunningGateway running;
        try {
            running = gateway.use(registry, run.run());
        } catch (ProxyException e) {
            if (e.kind() == ProxyException.Kind.CALLER) {
                throw e;
            }
            return runDirectly(command, e.sentence());
        }
        RegisteredRun atPort = run.at(running.address().getPort());
        update(registry, atPort);
        URI address = URI.create(running.address() + "/run/" + run.run());
        Agents.AgentLaunch launch = Agents.launch(new Agents.AgentStart(
                command,
                address,
                environment().environment().variables(),
                config.home().resolve("run")));
        int code;
        try (GatewayRestarter restarter = new GatewayRestarter(gateway.gateways(), running, registry, run.run())) {
            code = AgentLauncher.run(launch, agent -> update(registry, atPort.with(agent)));
            restarter
                    .newAddress(running.address())
                    .ifPresent(now -> printMessage(
                            "the gateway moved to " + now + "; later requests of the agent did not reach it"));
        }
        printSummary(config, run.run());
        if (running.isStartedHere()) {
            printMessage(gateway.keepsRunningMessage(running));
        }
        return code;
    }

    private int runDirectly(List<String> command, String why) {
        printMessage("starting " + command.getFirst() + " directly, without Throughline: " + why);
        return AgentLauncher.run(new Agents.AgentLaunch(command, Map.of(), Map.of()), _ -> {});
    }

    /** If this fails, the run continues; the gateway may only have a wrong count of runs. */
    private static void update(RunRegistry registry, RegisteredRun run) {
        try {
            registry.put(run);
        } catch (IOException e) {
            LOG.warn("the registration of the run cannot be updated: {}", e.getMessage());
        }
    }

    private static String requests(RunSummary summary) {
        return DisplayText.quantity(summary.turns(), "turn")
                + (summary.sideRequests() == 0
                        ? ""
                        : " and " + DisplayText.quantity(summary.sideRequests(), "side request"))
                + (summary.failed() == 0 ? "" : ", of which " + summary.failed() + " failed");
    }

    private static String change(Bill bill) {
        if (bill.edited() > 0) {
            long added = bill.billed().prompt() - bill.untouched().prompt();
            return "the agent sent "
                    + bill.untouched().prompt() + " tokens of input"
                    + (added > 0 ? "; memory and tools added " + added : "") + "; net change in the cost of input: "
                    + DisplayText.change(bill.change());
        }
        boolean hasHelperCost = bill.helpedUnits() > 0;
        return "no request was edited, so the requests cost what they would have cost without Throughline"
                + (hasHelperCost ? ", and the helper model added " + DisplayText.change(bill.change()) : "");
    }

    /** The entry in the registry. It contains only settings that the user set; others are those of the gateway. */
    private RegisteredRun registered(String agent, Config config) {
        Map<String, String> chosen = GatewayOrigin.PER_RUN.stream()
                .map(config::setting)
                .filter(setting -> !setting.isDefault())
                .collect(Collectors.toMap(setting -> setting.key().name(), Setting::text));
        UUID id = new Ids(new SecureRandom()).next(environment().clock().instant());
        Path name = Path.of(agent).getFileName();
        return new RegisteredRun(
                id,
                name == null ? agent : name.toString(),
                0,
                List.of(RegisteredRun.RunningProcess.of(ProcessHandle.current())),
                chosen);
    }

    /** Reads the summary through the gateway, or from the files if the gateway is gone. */
    private void printSummary(Config config, UUID run) {
        try {
            HomeAccess.read(config, environment().clock(), sessions -> sessions.run(run))
                    .ifPresent(this::print);
            if (config.value(HelperKeys.HELPER_MODE) == HelperKeys.HelperMode.AUTO
                    && config.value(WorkingSetKeys.POLICY) != PolicyName.OFF) {
                printMessage("questions to the helper model may cost up to "
                        + config.value(HelperKeys.HELPER_SHARE)
                        + "% of what editing has saved; set helper.mode to off to disable them");
            }
        } catch (ProxyException e) {
            printMessage("no summary: " + e.sentence());
        }
    }

    private void print(RunSummary summary) {
        if (summary.turns() + summary.sideRequests() == 0) {
            printMessage("no session was recorded: no request to a model passed through the gateway, or memory is off");
            return;
        }
        Usage usage = summary.bill().billed();
        printMessage(requests(summary) + "; input " + usage.prompt() + " tokens (" + usage.input()
                + " uncached, "
                + usage.cacheRead() + " read from cache, " + usage.cacheWrite() + " written to cache); output "
                + usage.output() + " tokens");
        Usage helped = summary.bill().helped();
        if (!helped.equals(Usage.NONE)) {
            printMessage("the helper model read " + helped.prompt() + " tokens and wrote " + helped.output()
                    + "; the net change includes its cost");
        }
        printMessage(change(summary.bill()));
        summary.sessions()
                .forEach(card -> printMessage(
                        "recorded as session " + card.ref().id() + " (" + DisplayText.quantity(card.items(), "item")
                                + "); to see it, run: throughline sessions show "
                                + ShortId.usual(card.ref().id())));
    }
}
