package dev.throughline.cli;

import dev.throughline.server.config.Environment;
import dev.throughline.server.config.Key;
import dev.throughline.server.config.Keys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command that set configuration keys. */
final class ConfigOptions {
    /** The keys for a command that needs only the home. */
    static final List<Key<?>> HOME = List.of(Keys.HOME);

    /** The keys for a command that runs a gateway: all except secrets, because other users can read command lines. */
    static final List<Key<?>> SERVING =
            Keys.ALL.stream().filter(key -> key.place() != Key.KeyPlace.SECRET).toList();

    /** Used to read the defaults of numeric keys, which do not depend on the environment. */
    private static final Environment EMPTY = new Environment(Map.of(), Path.of("/"), Path.of("/"));

    private final Map<String, OptionSpec> options = new LinkedHashMap<>();

    /** Adds an option for each key, and {@code --config}. */
    ConfigOptions(CommandSpec spec, List<Key<?>> keys) {
        if (!keys.isEmpty()) {
            options.put(
                    "--config",
                    OptionSpec.builder("--config")
                            .paramLabel("FILE")
                            .type(String.class)
                            .description("the configuration file")
                            .build());
        }
        keys.forEach(key -> options.put(key.flag(), option(key)));
        options.values().forEach(spec::addOption);
        if (keys.stream().anyMatch(ConfigOptions::isHidden)) {
            spec.usageMessage()
                    .footer(
                            "",
                            "All other numeric settings can be given as options too.",
                            "'throughline config check' lists them; docs/configuration.md explains them.");
        }
    }

    /** The values given on the command line, by the name of the option. */
    Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        options.forEach((name, option) -> {
            @Nullable String value = option.getValue();
            if (value != null) {
                given.put(name, value);
            }
        });
        return given;
    }

    /** Whether help omits a key. It omits numeric keys in a group, like {@code auto.file_turns}: few users set them. */
    private static boolean isHidden(Key<?> key) {
        return key.name().contains(".") && key.fallback().apply(EMPTY) instanceof Number;
    }

    private static OptionSpec option(Key<?> key) {
        boolean isSwitch = key.equals(Keys.REPLAY_CLOCK) || key.equals(Keys.HOST_UNPROTECTED);
        OptionSpec.Builder option =
                key.equals(Keys.HOME) ? OptionSpec.builder(key.flag(), "--state-dir") : OptionSpec.builder(key.flag());
        return option.paramLabel(isSwitch ? "" : "VALUE")
                .type(String.class)
                .arity(isSwitch ? "0" : "1")
                .fallbackValue("true")
                .hidden(isHidden(key))
                .description(key.about())
                .build();
    }
}
