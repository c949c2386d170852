package dev.throughline.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Determines how each agent is started, so that it sends its requests to the gateway.
 *
 * <p>Codex gets {@code -c} overrides: a separate provider, so that it does not try a websocket, but with the name
 * {@code OpenAI}, which keeps what Codex does only for OpenAI, such as its compaction. Claude Code gets
 * {@code ANTHROPIC_BASE_URL}. Pi gets an extension for this run, which changes the base URL of its built-in providers.
 * Any other program gets the variables that the SDKs of both providers read.
 */
public final class Agents {
    private static final String CODEX = "model_providers.throughline.";

    private Agents() {}

    /**
     * The start of an agent.
     *
     * @param command the agent or any other program, and its arguments
     * @param gateway the address of the gateway, with {@code /run/<id>} and without a slash at its end
     * @param environment the user's variables
     * @param folder a folder for files that an agent needs
     */
    public record AgentStart(List<String> command, URI gateway, Map<String, String> environment, Path folder) {
        public AgentStart {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        private List<String> arguments() {
            return command.subList(1, command.size());
        }

        private boolean has(String variable) {
            return !environment.getOrDefault(variable, "").isBlank();
        }
    }

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

    public static AgentLaunch launch(AgentStart start) {
        Path name = Path.of(start.command().getFirst()).getFileName();
        return switch (String.valueOf(name)) {
            case "codex" -> codex(start);
            case "claude" -> claude(start);
            case "pi" -> pi(start);
            default -> other(start);
        };
    }

    private static AgentLaunch codex(AgentStart start) {
        List<String> overrides = new ArrayList<>(List.of(
                "model_provider=\"throughline\"",
                CODEX + "name=\"OpenAI\"",
                CODEX + "base_url=\"" + start.gateway() + "/v1\"",
                CODEX + "wire_api=\"responses\""));
        if (start.has("OPENAI_API_KEY")) {
            overrides.add(CODEX + "env_key=\"OPENAI_API_KEY\"");
        } else if (start.has("CODEX_API_KEY")) {
            overrides.add(CODEX + "env_key=\"CODEX_API_KEY\"");
        } else {
            overrides.add(CODEX + "requires_openai_auth=true");
        }
        List<String> command = new ArrayList<>(List.of(start.command().getFirst()));
        for (String override : overrides) {
            command.add("-c");
            command.add(override);
        }
        command.addAll(start.arguments());
        return new AgentLaunch(command, Map.of(), Map.of());
    }

    private static AgentLaunch claude(AgentStart start) {
        return new AgentLaunch(
                start.command(), Map.of("ANTHROPIC_BASE_URL", start.gateway().toString()), Map.of());
    }

    private static AgentLaunch pi(AgentStart start) {
        Path extension = start.folder().resolve("pi-extension.js");
        List<String> command =
                new ArrayList<>(List.of(start.command().getFirst(), "--extension", extension.toString()));
        command.addAll(start.arguments());
        return new AgentLaunch(
                command,
                Map.of("THROUGHLINE_RUN_URL", start.gateway().toString()),
                Map.of(extension, resource("pi-extension.js")));
    }

    private static AgentLaunch other(AgentStart start) {
        String gateway = start.gateway().toString();
        return new AgentLaunch(
                start.command(),
                Map.of(
                        "OPENAI_BASE_URL", gateway + "/v1",
                        "OPENAI_API_BASE", gateway + "/v1",
                        "ANTHROPIC_BASE_URL", gateway),
                Map.of());
    }

    static String resource(String name) {
        try (InputStream resource = Agents.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException("expected " + name + " beside Agents.class, found none");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
