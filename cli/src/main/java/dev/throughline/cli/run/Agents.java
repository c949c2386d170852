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
 * How each agent is told where its model is.
 *
 * <p>Codex takes {@code -c} overrides: a provider of our own, so that no websocket is tried, but with the name
 * {@code OpenAI}, which keeps what Codex does only for OpenAI, its way of compaction for one. Claude Code takes
 * {@code ANTHROPIC_BASE_URL}. Pi takes an extension for one run, which gives its built-in providers another base URL.
 * Any other program gets the variables that the SDKs of both providers read.
 */
public final class Agents {
    private static final String CODEX = "model_providers.throughline.";

    private Agents() {}

    /** What is decided from. */
    public record Request(List<String> command, URI gateway, Map<String, String> environment, Path folder) {
        /**
         * One start of an agent.
         *
         * @param command the agent's word or any program, and its arguments
         * @param gateway the address of the gateway, with {@code /run/<id>} and without a slash at its end
         * @param environment the user's variables
         * @param folder where a file of ours may be put
         */
        public Request {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty()) {
                throw new IllegalArgumentException("expected an agent to run, found nothing");
            }
        }

        private List<String> arguments() {
            return command.subList(1, command.size());
        }

        private boolean has(String variable) {
            return !environment.getOrDefault(variable, "").isBlank();
        }
    }

    public static AgentLaunch launch(Request request) {
        Path name = Path.of(request.command().getFirst()).getFileName();
        return switch (String.valueOf(name)) {
            case "codex" -> codex(request);
            case "claude" -> claude(request);
            case "pi" -> pi(request);
            default -> other(request);
        };
    }

    private static AgentLaunch codex(Request request) {
        List<String> overrides = new ArrayList<>(List.of(
                "model_provider=\"throughline\"",
                CODEX + "name=\"OpenAI\"",
                CODEX + "base_url=\"" + request.gateway() + "/v1\"",
                CODEX + "wire_api=\"responses\""));
        if (request.has("OPENAI_API_KEY")) {
            overrides.add(CODEX + "env_key=\"OPENAI_API_KEY\"");
        } else if (request.has("CODEX_API_KEY")) {
            overrides.add(CODEX + "env_key=\"CODEX_API_KEY\"");
        } else {
            overrides.add(CODEX + "requires_openai_auth=true");
        }
        List<String> command = new ArrayList<>(List.of(request.command().getFirst()));
        for (String override : overrides) {
            command.add("-c");
            command.add(override);
        }
        command.addAll(request.arguments());
        return new AgentLaunch(command, Map.of(), Map.of());
    }

    private static AgentLaunch claude(Request request) {
        return new AgentLaunch(
                request.command(),
                Map.of("ANTHROPIC_BASE_URL", request.gateway().toString()),
                Map.of());
    }

    private static AgentLaunch pi(Request request) {
        Path extension = request.folder().resolve("pi-extension.js");
        List<String> command =
                new ArrayList<>(List.of(request.command().getFirst(), "--extension", extension.toString()));
        command.addAll(request.arguments());
        return new AgentLaunch(
                command,
                Map.of("THROUGHLINE_RUN_URL", request.gateway().toString()),
                Map.of(extension, resource("pi-extension.js")));
    }

    private static AgentLaunch other(Request request) {
        String gateway = request.gateway().toString();
        return new AgentLaunch(
                request.command(),
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
