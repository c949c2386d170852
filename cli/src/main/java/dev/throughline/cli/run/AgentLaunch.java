package dev.throughline.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How an agent is to be started.
 *
 * @param command the program and its arguments
 * @param variables what is added to the user's environment
 * @param files files of ours that must be there before, with their content
 */
public record AgentLaunch(List<String> command, Map<String, String> variables, Map<Path, String> files) {
    public AgentLaunch {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
        files = Map.copyOf(files);
    }
}
