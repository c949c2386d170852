package dev.throughline.cli;

import dev.throughline.cli.run.GatewayProcesses;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Key;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.Setting;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.sessions.GatewayStatus;
import dev.throughline.server.wiring.GatewayOrigin;
import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.RunRegistry;
import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Selects the gateway for a run. All runs of a home share one gateway. A gateway that was started with other settings
 * is replaced if a run started it and no other run uses it. Otherwise the run is refused if its options would have no
 * effect, or if credentials would go to another provider than the user's settings say.
 */
final class SharedGateway {
    /** The keys that decide where requests, and with them the user's credentials, are sent. */
    private static final Set<Key<?>> DESTINATIONS =
            Set.of(Keys.OPENAI_URL, Keys.ANTHROPIC_URL, Keys.CHATGPT_URL, Keys.ROUTES);

    private final CommandEnvironment environment;
    private final Config config;
    private final Map<String, String> given;
    private final GatewayProcesses gateways;

    /**
     * The gateway for a run.
     *
     * @param baseConfig the configuration without the variables of agents
     * @param given the options on the command line
     */
    SharedGateway(CommandEnvironment environment, Config baseConfig, Map<String, String> given) {
        this.environment = environment;
        this.given = new TreeMap<>(given);
        Path home = baseConfig.home();
        Map<String, String> flags = new TreeMap<>(given);
        useVariable(flags, baseConfig, "ANTHROPIC_BASE_URL", Keys.ANTHROPIC_URL);
        useVariable(flags, baseConfig, "OPENAI_BASE_URL", Keys.OPENAI_URL);
        this.config = flags.equals(this.given) ? baseConfig : Config.load(environment.environment(), flags);
        this.gateways = new GatewayProcesses(home, () -> HomeAccess.holder(home), startCommand(config));
    }

    /**
     * The settings of the run. If the user's variables direct agents to another server, such as a gateway of their
     * company, that server is the upstream.
     */
    Config config() {
        return config;
    }

    GatewayProcesses gateways() {
        return gateways;
    }

    /**
     * Finds or starts the gateway for a registered run. A replacement listens on the port of the gateway that it
     * replaces, because a run that began in between has started its agent with that port.
     */
    GatewayProcesses.RunningGateway use(RunRegistry registry, UUID run) {
        int replaced = 0;
        while (true) {
            GatewayProcesses.RunningGateway running = gateways.findOrStart(port(registry, run, replaced));
            if (running.isStartedHere() || isUsable(running, registry, run)) {
                return running;
            }
            replaced = running.address().getPort();
            GatewayProcesses.stop(running.pid(), GatewayProcesses.STOP_TIME);
        }
    }

    /** The message at the end of a run that started the gateway. */
    String keepsRunningMessage(GatewayProcesses.RunningGateway running) {
        int seconds = config.value(Keys.RUN_IDLE_SECONDS);
        String end = seconds == 0
                ? ""
                : "it exits after " + DisplayText.age(Instant.EPOCH, Instant.ofEpochSecond(seconds))
                        + " without use, or ";
        return "the gateway (process " + running.pid() + ") keeps running for other runs; " + end
                + "'throughline stop' stops it";
    }

    /** The port for a new gateway: agents of other runs expect one at the port that they were started with. */
    private int port(RunRegistry registry, UUID run, int replaced) {
        if (given.containsKey(Keys.PORT.flag())) {
            return config.value(Keys.PORT);
        }
        return registry.live().stream()
                .filter(other -> !other.run().equals(run) && other.port() > 0)
                .mapToInt(RegisteredRun::port)
                .findFirst()
                .orElse(replaced);
    }

    /** Whether the gateway can be used as it is; false if it is to be replaced. */
    private boolean isUsable(GatewayProcesses.RunningGateway running, RunRegistry registry, UUID run) {
        GatewayStatus.GatewayUse use = GatewayClient.status(running.address()).use();
        Set<String> differing = differing(running, use);
        if (differing.isEmpty()) {
            return true;
        }
        boolean isShared =
                registry.live().stream().anyMatch(other -> !other.run().equals(run));
        if (use.startedBy().equals(GatewayOrigin.BY_RUN) && !isShared && use.openRequests() == 0) {
            return false;
        }
        requireUsable(running, differing);
        environment
                .screen()
                .printMessage("the gateway at " + running.address() + " was started with other settings ("
                        + String.join(", ", differing) + "); yours apply after it is restarted");
        return true;
    }

    private Set<String> differing(GatewayProcesses.RunningGateway running, GatewayStatus.GatewayUse use) {
        Set<String> differing = new TreeSet<>();
        if (!use.settings().isEmpty()) {
            Map<String, String> ownDigests = GatewayOrigin.digests(config);
            Set<String> names = new TreeSet<>(ownDigests.keySet());
            names.addAll(use.settings().keySet());
            names.stream()
                    .filter(name -> !name.equals(Keys.HOST.name()) || given.containsKey(Keys.HOST.flag()))
                    .filter(name -> !ownDigests
                            .getOrDefault(name, "")
                            .equals(use.settings().getOrDefault(name, "")))
                    .forEach(differing::add);
        }
        int port = config.value(Keys.PORT);
        if (given.containsKey(Keys.PORT.flag())
                && port != 0
                && port != running.address().getPort()) {
            differing.add(Keys.PORT.name());
        }
        return differing;
    }

    private void requireUsable(GatewayProcesses.RunningGateway running, Set<String> differing) {
        List<String> flags = Keys.ALL.stream()
                .filter(key -> differing.contains(key.name()) && given.containsKey(key.flag()))
                .map(Key::flag)
                .toList();
        if (!flags.isEmpty()) {
            throw refused(running, String.join(", ", flags) + " would have no effect");
        }
        String destinations = config.all().stream()
                .filter(setting -> DESTINATIONS.contains(setting.key())
                        && differing.contains(setting.key().name()))
                .map(setting -> setting.key().name() + " is " + setting.shown() + " here")
                .collect(Collectors.joining(", "));
        if (!destinations.isEmpty()) {
            throw refused(running, "requests would go to another provider (" + destinations + ")");
        }
    }

    private static ProxyException refused(GatewayProcesses.RunningGateway running, String why) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "gateway_differs",
                "A gateway with other settings serves this home at " + running.address() + " (process " + running.pid()
                        + "), so " + why + ". Stop it with 'throughline stop' when no agent uses it, or pass another"
                        + " --home.");
    }

    /**
     * Uses the URL in a variable as the upstream, unless the key is set. A URL of the gateway itself was set for an
     * agent that runs behind it and is not an upstream.
     */
    private void useVariable(Map<String, String> flags, Config baseConfig, String variable, Key<URI> key) {
        Optional<String> ownAddress = HomeAccess.gateway(baseConfig.home()).map(URI::toString);
        environment
                .environment()
                .variable(variable)
                .filter(url -> baseConfig.setting(key).isDefault()
                        && (ownAddress.isEmpty() || !url.startsWith(ownAddress.get())))
                .ifPresent(url -> flags.put(key.flag(), url));
    }

    /**
     * Settings are passed as variables, because other users can read command lines. Settings that a run may set for
     * itself are not passed: the gateway uses the file or the default for other runs.
     */
    private static GatewayProcesses.StartCommand startCommand(Config config) {
        Map<String, String> variables = new HashMap<>();
        List<String> flags = new ArrayList<>();
        for (Setting<?> setting : config.all()) {
            boolean isSet = !setting.isDefault() || setting.key().equals(Keys.HOME);
            if (isSet && setting.key().place() == Key.KeyPlace.FLAG_ONLY) {
                flags.add(setting.key().flag());
            } else if (isSet) {
                variables.put(setting.key().variable(), setting.text());
            }
        }
        GatewayOrigin.PER_RUN.forEach(key -> variables.put(key.variable(), ""));
        variables.put("THROUGHLINE_NO_BUILD", "1");
        config.file().ifPresent(file -> variables.put("THROUGHLINE_CONFIG", file.toString()));
        return new GatewayProcesses.StartCommand(program(), variables, flags);
    }

    /** The command line of this program: its launcher, or the JDK that runs it. */
    private static List<String> program() {
        String launcher = System.getProperty("throughline.launcher", "");
        return launcher.isEmpty()
                ? List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.throughline.cli.Main")
                : List.of(launcher);
    }
}
