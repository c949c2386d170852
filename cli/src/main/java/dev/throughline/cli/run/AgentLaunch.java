package dev.throughline.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The command line, variables and files with which an agent is started.
 *
 * @param command the program and its arguments
 * @param variables variables that are added to the user's environment
 * @param files files to write before the start, with their content
 */
public record AgentLaunch(List<String> command, Map<String, String> variables, Map<Path, String> files) {
    public AgentLaunch {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
        files = Map.copyOf(files);
    }
}
