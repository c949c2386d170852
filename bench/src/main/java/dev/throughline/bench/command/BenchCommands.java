package dev.throughline.bench.command;

import dev.throughline.cli.Command;
import dev.throughline.cli.CommandEnvironment;
import dev.throughline.cli.CommandProvider;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The commands {@code bench replay}, {@code bench memory}, {@code bench references} and {@code bench import}, which the
 * command line finds as a service.
 */
public final class BenchCommands implements CommandProvider {
    @Override
    public SequencedMap<String, Command> commands(CommandEnvironment environment) {
        SequencedMap<String, Command> commands = new LinkedHashMap<>();
        commands.put("replay", new ReplayCommand(environment));
        commands.put("memory", new MemoryBenchCommand(environment));
        commands.put("references", new ReferencesBenchCommand(environment));
        commands.put("import", new ImportBenchCommand(environment));
        return commands;
    }
}
