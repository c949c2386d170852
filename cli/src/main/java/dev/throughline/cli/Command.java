package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.ProxyException;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Key;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.LogSettings;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.Logs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command of the command line. Options are declared as typed fields; the configuration keys that the command uses
 * become options too. The configuration is read once.
 */
public abstract class Command {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int WRONG_USAGE = 2;

    static final String SESSION = "the name, the id or the key of a session, or at least 4 characters of the id";

    /** A typed option or parameter of a command. It has a value after the command line was parsed. */
    public static final class Option<T> {
        private final ArgSpec spec;
        private final T fallback;

        private Option(ArgSpec spec, T fallback) {
            this.spec = spec;
            this.fallback = fallback;
        }

        /** The value that the user gave, or else the default. */
        public T value() {
            @Nullable T given = spec.getValue();
            return given == null ? fallback : given;
        }

        public boolean isGiven() {
            return spec.<@Nullable Object>getValue() != null;
        }
    }

    private final CommandEnvironment environment;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final ConfigOptions configOptions;
    private @Nullable Config config;

    /** A command that needs only the home. */
    protected Command(CommandEnvironment environment, String... description) {
        this(environment, ConfigOptions.HOME, description);
    }

    /** A command with options for these configuration keys. */
    protected Command(CommandEnvironment environment, List<Key<?>> keys, String... description) {
        this.environment = environment;
        this.configOptions = new ConfigOptions(spec, keys);
        spec.usageMessage().description(description);
    }

    /** Does the work and returns the exit code. */
    public abstract int run();

    public final CommandSpec spec() {
        return spec;
    }

    protected final CommandEnvironment environment() {
        return environment;
    }

    protected final Screen screen() {
        return environment.screen();
    }

    /** Prints a message to standard error. */
    protected final void printMessage(String message) {
        screen().printMessage(message);
    }

    /** Prints a line of data to standard output. */
    protected final void println(String line) {
        screen().out().println(line);
    }

    protected final void printJson(Object view) {
        println(ViewJson.write(view).utf8());
    }

    final ConfigOptions configOptions() {
        return configOptions;
    }

    /** The configuration. The first call reads it and prints its warnings. */
    final Config config() {
        if (config == null) {
            config = Config.load(environment.environment(), configOptions.given());
            config.warnings().forEach(this::printMessage);
        }
        return config;
    }

    /** Reads the sessions of the home. Empty, with a message to the user, if there are none yet. */
    final <T> Optional<T> read(Function<SessionCatalog, T> work) {
        Optional<T> result = HomeAccess.read(config(), environment.clock(), work);
        if (result.isEmpty()) {
            printMessage("there are no sessions in " + config().home()
                    + " yet; run an agent, for example: throughline run claude");
        }
        return result;
    }

    /** Reads the session that the user named. Returns the exit code of the work, or 1 if there are no sessions yet. */
    final int readSession(Option<String> session, ToIntBiFunction<SessionCatalog, SessionCard> work) {
        if (session.value().isBlank()) {
            throw new IllegalArgumentException("no session given; 'throughline sessions' lists the ids");
        }
        return read(sessions -> work.applyAsInt(sessions, sessions.named(session.value())))
                .orElse(FAILED);
    }

    /** A text from standard input, cut after a number of bytes. */
    static String readText(InputStream input, int maxBytes) {
        try {
            return new String(input.readNBytes(maxBytes), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
    }

    protected final Option<Boolean> flag(String name, String description) {
        return add(OptionSpec.builder(name).description(description), /* fallback= */ false);
    }

    protected final Option<Boolean> jsonFlag() {
        return flag("--json", "print JSON");
    }

    /** An option with a default, which is added to its description. */
    protected final <T> Option<T> option(String name, String label, T fallback, String description) {
        return add(
                OptionSpec.builder(name)
                        .paramLabel(label)
                        .type(fallback.getClass())
                        .description(description + " (default: " + fallback + ")"),
                fallback);
    }

    /** An option with a text and without a default. */
    protected final Option<String> text(String name, String label, String description) {
        return add(OptionSpec.builder(name).paramLabel(label).type(String.class).description(description), "");
    }

    protected final <T> Option<T> add(OptionSpec.Builder builder, T fallback) {
        OptionSpec option = builder.build();
        spec.addOption(option);
        return new Option<>(option, fallback);
    }

    protected final Option<String> parameter(int index, String arity, String label, String description) {
        PositionalParamSpec parameter = PositionalParamSpec.builder()
                .index(Integer.toString(index))
                .arity(arity)
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build();
        spec.addPositional(parameter);
        return new Option<>(parameter, "");
    }

    /** All positional parameters together. */
    protected final Option<List<String>> parameters(String arity, String label, String description) {
        return parameters("0..*", arity, label, description);
    }

    /** The positional parameters of a range of indexes together. */
    protected final Option<List<String>> parameters(String index, String arity, String label, String description) {
        PositionalParamSpec parameter = PositionalParamSpec.builder()
                .index(index)
                .arity(arity)
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(description)
                .build();
        spec.addPositional(parameter);
        return new Option<>(parameter, List.of());
    }

    final Option<String> sessionParameter() {
        return parameter(0, "1", "SESSION", SESSION);
    }

    /** The value of {@code --limit}, from 1 to a maximum. */
    static int requireLimit(Option<Integer> limit, int max) {
        if (limit.value() < 1 || limit.value() > max) {
            throw new IllegalArgumentException("--limit is " + limit.value() + "; it must be from 1 to " + max);
        }
        return limit.value();
    }

    /** Uses the gateway that has the home open, or starts one in this process: only a gateway reads sessions. */
    final <T> T withGateway(Function<GatewayClient, T> work) {
        logErrorsOnly();
        Optional<GatewayClient> running = gateway();
        if (running.isPresent()) {
            try (GatewayClient client = running.get()) {
                return work.apply(client);
            }
        }
        try (GatewayServer server = GatewayServer.open(
                        config().with(Keys.PORT, 0), environment().clock());
                GatewayClient client = new GatewayClient(server.address())) {
            return work.apply(client);
        }
    }

    /** The command itself reports failures; the log would repeat them. */
    final void logErrorsOnly() {
        LogSettings logging = config().logging();
        boolean isDebugging = logging.level().compareTo(LogSettings.LogLevel.DEBUG) <= 0;
        Logs.apply(new LogSettings(isDebugging ? logging.level() : LogSettings.LogLevel.ERROR, logging.form()));
    }

    /** A client of the gateway that has the home, and with it the index, open. */
    final Optional<GatewayClient> gateway() {
        return HomeAccess.gateway(config().home()).map(GatewayClient::new);
    }

    /** A gateway without memory does not serve these paths. */
    static ProxyException memoryIsOff() {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "memory_off",
                "the gateway of this home runs without memory; restart it with memory.apply_to set to agents or all");
    }
}
