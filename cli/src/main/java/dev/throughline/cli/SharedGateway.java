package dev.throughline.cli;

import dev.throughline.cli.run.GatewayProcesses;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Key;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.Setting;
import dev.throughline.server.run.RegisteredRun;
import dev.throughline.server.run.RunRegistry;
import dev.throughline.server.sessions.GatewayStatus;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.wiring.GatewayOrigin;
import dev.throughline.server.wiring.Homes;
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
 * The gateway that all runs of a home share, as one of them sees it. A gateway that was started with other settings is
 * replaced if a run started it and no other run uses it. Otherwise what this command line asks for cannot be had, and
 * credentials must not go to another provider than the user's settings say: both are refused.
 */
final class SharedGateway {
    /** Where requests go, and with them the user's credentials. */
    private static final Set<Key<?>> DESTINATIONS =
            Set.of(Keys.OPENAI_URL, Keys.ANTHROPIC_URL, Keys.CHATGPT_URL, Keys.ROUTES);

    private final CommandEnvironment environment;
    private final Config config;
    private final Map<String, String> given;
    private final GatewayProcesses gateways;

    /** The gateway for a run with these settings, of which some were given as flags. */
    SharedGateway(CommandEnvironment environment, Config plain, Map<String, String> given) {
        this.environment = environment;
        this.given = new TreeMap<>(given);
        Path home = plain.value(Keys.HOME);
        Map<String, String> flags = new TreeMap<>(given);
        adopt(flags, plain, "ANTHROPIC_BASE_URL", Keys.ANTHROPIC_URL.flag());
        adopt(flags, plain, "OPENAI_BASE_URL", Keys.OPENAI_URL.flag());
        this.config = flags.equals(this.given) ? plain : Config.load(environment.environment(), flags);
        this.gateways = new GatewayProcesses(home, () -> environment.homes().holder(home), start(config));
    }

    /**
     * The settings of the run. If the user's own variables lead an agent somewhere, to a company's gateway for
     * instance, that is where our upstream must be.
     */
    Config config() {
        return config;
    }

    GatewayProcesses gateways() {
        return gateways;
    }

    /**
     * The gateway for a run, which is registered already. One that another run started meanwhile is looked at like any
     * other. A replacement listens where the replaced one did: a run that began in between has told its agent that
     * port.
     */
    GatewayProcesses.Running use(RunRegistry registry, UUID run) {
        int replaced = 0;
        while (true) {
            GatewayProcesses.Running running = gateways.use(port(registry, run, replaced));
            if (running.isOurs() || suits(running, registry, run)) {
                return running;
            }
            replaced = running.address().getPort();
            GatewayStop.stop(running.pid(), GatewayStop.USUAL_TIME);
        }
    }

    /** What is said of a gateway that this run started, at its end. */
    String staying(GatewayProcesses.Running running) {
        int seconds = config.value(Keys.RUN_IDLE_SECONDS);
        String end = seconds == 0
                ? ""
                : "it exits after " + DisplayText.age(Instant.EPOCH, Instant.ofEpochSecond(seconds))
                        + " without use, or ";
        return "the gateway (process " + running.pid() + ") keeps running for other runs; " + end
                + "'throughline stop' stops it";
    }

    /** Where a gateway should listen: agents of runs that lost theirs wait for one at the port that they know. */
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

    /** Whether the gateway can be used as it is; false if it shall be replaced. */
    private boolean suits(GatewayProcesses.Running running, RunRegistry registry, UUID run) {
        GatewayStatus.Use use;
        try (SessionCatalog sessions = SessionCatalog.remote(running.address())) {
            use = sessions.status().orElseThrow().use();
        }
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
                .say("the gateway at " + running.address() + " was started with other settings ("
                        + String.join(", ", differing) + "); yours apply after it is restarted");
        return true;
    }

    private Set<String> differing(GatewayProcesses.Running running, GatewayStatus.Use use) {
        Set<String> differing = new TreeSet<>();
        if (!use.settings().isEmpty()) {
            Map<String, String> ours = GatewayOrigin.digests(config, config.home());
            Set<String> names = new TreeSet<>(ours.keySet());
            names.addAll(use.settings().keySet());
            names.stream()
                    .filter(name -> !name.equals(Keys.HOST.name()) || given.containsKey(Keys.HOST.flag()))
                    .filter(name ->
                            !ours.getOrDefault(name, "").equals(use.settings().getOrDefault(name, "")))
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

    private void requireUsable(GatewayProcesses.Running running, Set<String> differing) {
        List<String> flags = Keys.ALL.stream()
                .filter(key -> differing.contains(key.name()) && given.containsKey(key.flag()))
                .map(Key::flag)
                .toList();
        if (!flags.isEmpty()) {
            throw refused(running, String.join(", ", flags) + " would have no effect");
        }
        String elsewhere = config.all().stream()
                .filter(setting -> DESTINATIONS.contains(setting.key())
                        && differing.contains(setting.key().name()))
                .map(setting -> setting.key().name() + " is " + setting.shown() + " here")
                .collect(Collectors.joining(", "));
        if (!elsewhere.isEmpty()) {
            throw refused(running, "requests would go to another provider (" + elsewhere + ")");
        }
    }

    private static ProxyException refused(GatewayProcesses.Running running, String why) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "gateway_differs",
                "A gateway with other settings serves this home at " + running.address() + " (process " + running.pid()
                        + "), so " + why + ". Stop it with 'throughline stop' when no agent uses it, or pass another"
                        + " --home.");
    }

    /** A variable that leads to the gateway itself is of an agent that runs behind it: it is no upstream. */
    private void adopt(Map<String, String> flags, Config plain, String variable, String flag) {
        boolean isDefault =
                plain.all().stream().anyMatch(each -> each.key().flag().equals(flag) && each.isDefault());
        Optional<String> own = environment
                .homes()
                .holder(plain.value(Keys.HOME))
                .flatMap(Homes.Holder::address)
                .map(Object::toString);
        environment
                .environment()
                .variable(variable)
                .filter(url -> isDefault && (own.isEmpty() || !url.startsWith(own.get())))
                .ifPresent(url -> flags.put(flag, url));
    }

    /**
     * Everything that is set goes by variables: no command line shows it, and paths are whole. What a run may choose
     * for itself is not for others: the gateway has it from the file, or by default.
     */
    private static GatewayProcesses.Start start(Config config) {
        Map<String, String> variables = new HashMap<>();
        List<String> flags = new ArrayList<>();
        for (Setting<?> setting : config.all()) {
            boolean isSet = !setting.isDefault() || setting.key().equals(Keys.HOME);
            if (isSet && setting.key().place() == Key.Place.FLAG_ONLY) {
                flags.add(setting.key().flag());
            } else if (isSet) {
                variables.put(setting.key().variable(), setting.text());
            }
        }
        GatewayOrigin.PER_RUN.forEach(key -> variables.put(key.variable(), ""));
        variables.put("THROUGHLINE_NO_BUILD", "1");
        config.file().ifPresent(file -> variables.put("THROUGHLINE_CONFIG", file.toString()));
        return new GatewayProcesses.Start(program(), variables, flags);
    }

    /** How this program is called: by its launcher, or by the JDK that runs it. */
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
