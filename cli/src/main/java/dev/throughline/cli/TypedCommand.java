package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Key;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command whose options are fields with a type. It also has an option for each key of the configuration that matters
 * to it, and reads the configuration once.
 */
abstract class TypedCommand implements Command {
    private final CommandEnvironment environment;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final ConfigOptions configOptions;
    private @Nullable Config config;

    /** A command with options for these keys of the configuration. */
    TypedCommand(CommandEnvironment environment, List<Key<?>> keys, String... description) {
        this.environment = environment;
        this.configOptions = new ConfigOptions(spec, keys);
        spec.usageMessage().description(description);
    }

    /** Does the work and returns the exit code. */
    abstract int run();

    @Override
    public final int run(ParseResult given) {
        return run();
    }

    @Override
    public final CommandSpec spec() {
        return spec;
    }

    final CommandEnvironment environment() {
        return environment;
    }

    final Screen screen() {
        return environment.screen();
    }

    /** Says a sentence to the user, beside the data. */
    final void say(String sentence) {
        screen().say(sentence);
    }

    /** Prints a line of data. */
    final void println(String line) {
        screen().out().println(line);
    }

    /** Prints a view as one line of JSON. */
    final void printJson(Object view) {
        environment.printJson(view);
    }

    final ConfigOptions configOptions() {
        return configOptions;
    }

    /** The configuration. The first call reads it and prints its warnings. */
    final Config config() {
        if (config == null) {
            config = Config.load(environment.environment(), configOptions.given());
            config.warnings().forEach(this::say);
        }
        return config;
    }

    /** Reads the sessions of the home; says so and returns nothing if there are none yet. */
    final <T> Optional<T> read(Function<SessionCatalog, T> work) {
        Optional<T> result = environment.homes().read(config(), work);
        if (result.isEmpty()) {
            say("there are no sessions in " + config().home()
                    + " yet; run an agent, for example: throughline run claude");
        }
        return result;
    }

    final CommandOption<Boolean> flag(String name, String description) {
        return add(OptionSpec.builder(name).description(description), /* fallback= */ false);
    }

    final CommandOption<Boolean> jsonFlag() {
        return flag("--json", "print JSON");
    }

    /** An option that has a default, which its description names. */
    final <T> CommandOption<T> option(String name, String label, T fallback, String description) {
        return add(
                OptionSpec.builder(name)
                        .paramLabel(label)
                        .type(fallback.getClass())
                        .description(description + " (default: " + fallback + ")"),
                fallback);
    }

    /** An option with a text that need not be there. */
    final CommandOption<String> text(String name, String label, String description) {
        return add(OptionSpec.builder(name).paramLabel(label).type(String.class).description(description), "");
    }

    final <T> CommandOption<T> add(OptionSpec.Builder builder, T fallback) {
        OptionSpec option = builder.build();
        spec.addOption(option);
        return new CommandOption<>(option, fallback);
    }

    /** A parameter that is one word. */
    final CommandOption<String> parameter(int index, String arity, String label, String description) {
        PositionalParamSpec parameter = PositionalParamSpec.builder()
                .index(Integer.toString(index))
                .arity(arity)
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build();
        spec.addPositional(parameter);
        return new CommandOption<>(parameter, "");
    }

    /** All words that are no options. */
    final CommandOption<List<String>> words(String arity, String label, String description) {
        PositionalParamSpec parameter = PositionalParamSpec.builder()
                .index("0..*")
                .arity(arity)
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(description)
                .build();
        spec.addPositional(parameter);
        return new CommandOption<>(parameter, List.of());
    }

    /** The parameter that names a session. */
    final CommandOption<String> sessionParameter() {
        return parameter(0, "1", "SESSION", "the id of a session: the whole id, its beginning or its end");
    }

    /** How many are wanted, from 1 to the most there may be. */
    static int requireLimit(CommandOption<Integer> limit, int most) {
        if (limit.value() < 1 || limit.value() > most) {
            throw new IllegalArgumentException("--limit is " + limit.value() + "; it must be from 1 to " + most);
        }
        return limit.value();
    }

    /** The session that was named. */
    static String required(CommandOption<String> session) {
        if (session.value().isBlank()) {
            throw new IllegalArgumentException("no session given; 'throughline sessions' lists the ids");
        }
        return session.value();
    }
}
