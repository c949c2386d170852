package dev.throughline.cli;

import java.util.SequencedMap;

/**
 * Adds commands to the group {@code bench} from a module that this module does not use. Providers are found by
 * {@link java.util.ServiceLoader}.
 */
public interface CommandProvider {
    /** The commands by their names, in the order in which the help lists them. */
    SequencedMap<String, Command> commands(CommandEnvironment environment);
}
