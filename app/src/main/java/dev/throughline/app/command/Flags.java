package dev.throughline.app.command;

import dev.throughline.app.config.Environment;
import dev.throughline.app.config.Key;
import dev.throughline.app.config.Keys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The keys of the configuration as flags of a command. */
public final class Flags {
    /** What a command needs that only reads: which files. */
    public static final List<Key<?>> READING = List.of(Keys.HOME);

    /** What a command needs that runs a gateway: all but secrets, which others could read on a command line. */
    static final List<Key<?>> SERVING =
            Keys.ALL.stream().filter(key -> key.place() != Key.Place.SECRET).toList();

    /** Where the defaults of numbers are asked for, which are the same everywhere. */
    private static final Environment NOWHERE = new Environment(Map.of(), Path.of("/"), Path.of("/"));

    private Flags() {}

    public static void add(CommandSpec spec, List<Key<?>> keys) {
        spec.addOption(OptionSpec.builder("--config")
                .paramLabel("FILE")
                .type(String.class)
                .description("the configuration file")
                .build());
        keys.forEach(key -> spec.addOption(option(key)));
        if (keys.stream().anyMatch(Flags::isFine)) {
            spec.usageMessage()
                    .footer(
                            "",
                            "Every other number of the configuration is an option too; they are listed by",
                            "'throughline config check', and explained in docs/configuration.md.");
        }
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

    /** The parameter that names a session. */
    public static PositionalParamSpec idOfSession() {
        return PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .paramLabel("SESSION")
                .type(String.class)
                .description("the id of a session, as the list shows it or in full")
                .build();
    }

    /** The session that a command names. */
    public static String session(ParseResult given) {
        String session = given.matchedPositionalValue(0, "");
        if (session.isBlank()) {
            throw new IllegalArgumentException(
                    "expected a session's id or its beginning, found none; 'throughline sessions' lists them");
        }
        return session;
    }

    /** The values that were given, by the name of the flag. */
    static Map<String, String> given(ParseResult given) {
        Map<String, String> flags = new LinkedHashMap<>();
        for (String name : given.commandSpec().optionsMap().keySet()) {
            boolean isOurs = name.equals("--config")
                    || Keys.ALL.stream().anyMatch(key -> key.flag().equals(name));
            if (isOurs && given.hasMatchedOption(name)) {
                String value = given.matchedOptionValue(name, "");
                flags.put(name, value.isEmpty() ? "true" : value);
            }
        }
        return flags;
    }
}
