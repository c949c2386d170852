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

/** The keys of the configuration as options of a command. */
final class ConfigOptions {
    /** For a command that only reads: which files. */
    static final List<Key<?>> HOME = List.of(Keys.HOME);

    /** For a command that runs a gateway: all but secrets, which others could read on a command line. */
    static final List<Key<?>> SERVING =
            Keys.ALL.stream().filter(key -> key.place() != Key.Place.SECRET).toList();

    /** Where the defaults of numbers are asked for, which are the same everywhere. */
    private static final Environment NOWHERE = new Environment(Map.of(), Path.of("/"), Path.of("/"));

    private final Map<String, OptionSpec> options = new LinkedHashMap<>();

    /** Adds options for these keys, and one for the file. */
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
        if (keys.stream().anyMatch(ConfigOptions::isFine)) {
            spec.usageMessage()
                    .footer(
                            "",
                            "All other numeric settings can be given as options too.",
                            "'throughline config check' lists them; docs/configuration.md explains them.");
        }
    }

    /** The values that were given, by the name of the flag. */
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

    /** Whether a key is a number inside of a group, as {@code auto.file_turns} is: few set it, and help gets long. */
    private static boolean isFine(Key<?> key) {
        return key.name().contains(".") && key.fallback().apply(NOWHERE) instanceof Number;
    }

    private static OptionSpec option(Key<?> key) {
        boolean isSwitch = key.equals(Keys.REPLAY_CLOCK) || key.equals(Keys.HOST_UNPROTECTED);
        OptionSpec.Builder option =
                key.equals(Keys.HOME) ? OptionSpec.builder(key.flag(), "--state-dir") : OptionSpec.builder(key.flag());
        return option.paramLabel(isSwitch ? "" : "VALUE")
                .type(String.class)
                .arity(isSwitch ? "0" : "1")
                .fallbackValue("true")
                .hidden(isFine(key))
                .description(key.about())
                .build();
    }
}
