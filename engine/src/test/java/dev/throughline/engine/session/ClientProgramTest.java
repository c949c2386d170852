package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Headers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClientProgramTest {
    @ParameterizedTest
    @CsvSource({
        "user-agent, codex_exec/0.166.0 (Debian 12.0.0; x86_64), codex, true",
        "originator, codex_cli_rs, codex, true",
        "user-agent, 'claude-cli/2.1.325 (external, sdk-cli)', claude, true",
        "x-claude-code-session-id, abc, claude, true",
        "user-agent, pi (linux 6.18; x64), pi, true",
        "user-agent, factory-cli/1.0, droid, true",
        "user-agent, OpenAI/JS 7.53.0, openai-sdk, true",
        "user-agent, Anthropic/JS 1.8.0, anthropic-sdk, true",
        "x-stainless-lang, java, sdk, true",
        "user-agent, OpenAI Codex/1.0, codex, true",
        "user-agent, 'my-wrapper/2.0 (Codex_CLI_RS 0.166.0)', codex, true",
        "user-agent, relay/1 claude-cli/2.1.325, claude, true",
        "user-agent, Claude Code/2.1, claude, true",
        "user-agent, relay/1; pi (linux), pi, true",
        "user-agent, OpenAI/Python 2.0, openai-sdk, true",
        "user-agent, 'Mozilla/5.0 (Linux; Android 15)', other, false",
        "user-agent, raspberry-pi/4, other, false",
        "user-agent, okapi (x), other, false",
        "user-agent, mycodex/1 x-codex/2, other, false",
        "user-agent, curl/8.0, other, false"
    })
    void a_program_is_known_by_its_headers(String header, String value, String word, boolean isAgent) {
        ClientProgram client = ClientProgram.of(Headers.of(header, value));
        assertEquals(word, client.name());
        assertEquals(isAgent, client.isAgent());
        assertEquals(isAgent && !word.contains("sdk"), client.sendsSideRequests());
    }
}
