package dev.throughline.cli;

import dev.throughline.server.config.Key;
import dev.throughline.server.config.Keys;
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
        if (keys.stream().anyMatch(key -> key.about().isEmpty())) {
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

    private static OptionSpec option(Key<?> key) {
        boolean isSwitch = key.equals(Keys.REPLAY_CLOCK) || key.equals(Keys.HOST_UNPROTECTED);
        OptionSpec.Builder option =
                key.equals(Keys.HOME) ? OptionSpec.builder(key.flag(), "--state-dir") : OptionSpec.builder(key.flag());
        return option.paramLabel(isSwitch ? "" : "VALUE")
                .type(String.class)
                .arity(isSwitch ? "0" : "1")
                .fallbackValue("true")
                .hidden(key.about().isEmpty())
                .description(key.about())
                .build();
    }
}
