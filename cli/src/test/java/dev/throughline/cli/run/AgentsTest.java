package dev.throughline.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AgentsTest {
    private static final URI GATEWAY = URI.create("http://127.0.0.1:9/run/r1");

    private static Agents.AgentLaunch launch(Map<String, String> environment, String... command) {
        return Agents.launch(new Agents.AgentStart(List.of(command), GATEWAY, environment, Path.of("/kept/run")));
    }

    @Test
    void codex_gets_overrides_and_its_key_by_name() {
        assertEquals(
                new Agents.AgentLaunch(
                        List.of(
                                "codex",
                                "-c",
                                "model_provider=\"throughline\"",
                                "-c",
                                "model_providers.throughline.name=\"OpenAI\"",
                                "-c",
                                "model_providers.throughline.base_url=\"http://127.0.0.1:9/run/r1/v1\"",
                                "-c",
                                "model_providers.throughline.wire_api=\"responses\"",
                                "-c",
                                "model_providers.throughline.env_key=\"OPENAI_API_KEY\"",
                                "exec",
                                "resume",
                                "t1"),
                        Map.of(),
                        Map.of()),
                launch(Map.of("OPENAI_API_KEY", "sk", "CODEX_API_KEY", "sk2"), "codex", "exec", "resume", "t1"));
    }

    @Test
    void codex_without_a_key_uses_the_login_it_has() {
        assertEquals(
                "model_providers.throughline.requires_openai_auth=true",
                launch(Map.of("OPENAI_API_KEY", ""), "codex").command().getLast());
        assertEquals(
                "model_providers.throughline.env_key=\"CODEX_API_KEY\"",
                launch(Map.of("CODEX_API_KEY", "sk"), "codex").command().getLast());
    }

    @Test
    void claude_gets_a_base_url() {
        assertEquals(
                new Agents.AgentLaunch(
                        List.of("/opt/bin/claude", "-p", "hi"),
                        Map.of("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/run/r1"),
                        Map.of()),
                launch(Map.of(), "/opt/bin/claude", "-p", "hi"));
    }

    @Test
    void pi_gets_an_extension_for_one_run() {
        Agents.AgentLaunch launch = launch(Map.of(), "pi", "-p", "hi");
        assertEquals(List.of("pi", "--extension", "/kept/run/pi-extension.js", "-p", "hi"), launch.command());
        assertEquals(Map.of("THROUGHLINE_RUN_URL", "http://127.0.0.1:9/run/r1"), launch.variables());
        assertEquals(
                Set.of(Path.of("/kept/run/pi-extension.js")), launch.files().keySet());
    }

    @Test
    void any_other_command_gets_the_variables_of_the_sdks() {
        assertEquals(
                new Agents.AgentLaunch(
                        List.of("python", "bot.py"),
                        Map.of(
                                "OPENAI_BASE_URL", "http://127.0.0.1:9/run/r1/v1",
                                "OPENAI_API_BASE", "http://127.0.0.1:9/run/r1/v1",
                                "ANTHROPIC_BASE_URL", "http://127.0.0.1:9/run/r1"),
                        Map.of()),
                launch(Map.of(), "python", "bot.py"));
    }
}
