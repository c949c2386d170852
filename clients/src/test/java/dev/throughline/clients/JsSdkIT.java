package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.server.ModelOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small agents that use the official JavaScript SDKs, with all kinds of requests. They send no session id. */
final class JsSdkIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "openai,responses,stream",
        "openai,responses,whole",
        "openai,chat,stream",
        "openai,chat,whole",
        "anthropic,messages,stream",
        "anthropic,messages,whole"
    })
    void a_session_with_tools_is_archived_and_resumed(String sdk, String api, String manner)
            throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            Run run = new Run(node(environment), sdk, api, manner);
            run.says("Please run echo first-turn", "first-turn");
            run.says("Please run echo second-turn", "second-turn");
            run.says("Both at once: `echo left-hand` `echo right-hand`", "right-hand");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of(sdk + "-sdk: 6 conversation"), check.sessionSummaries());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "openai,responses,stream",
        "openai,responses,whole",
        "openai,chat,stream",
        "openai,chat,whole",
        "anthropic,messages,stream",
        "anthropic,messages,whole"
    })
    void a_command_is_answered_and_the_model_gets_nothing_of_it(String sdk, String api, String manner)
            throws IOException, InterruptedException {
        try (TestEnvironment environment =
                TestEnvironment.start(folder, ModelOptions.of(new ToolScript()), "--sessions-commands", "all")) {
            Run run = new Run(node(environment), sdk, api, manner);
            run.says("Please run echo first-turn", "first-turn");
            int before = environment.model().received().size();
            run.says("/status", "Turns: 2, compactions: 0");
            assertEquals(before, environment.model().received().size());
            run.says("Please run echo second-turn", "second-turn");
            environment
                    .model()
                    .received()
                    .subList(before, environment.model().received().size())
                    .stream()
                    .map(request -> request.body().utf8())
                    .forEach(body -> assertFalse(body.contains("/status") || body.contains("compactions: 0"), body));
        }
    }

    private static Program node(TestEnvironment environment) throws IOException {
        return environment
                .agent()
                .with("CLIENTS_FOLDER", Installed.folder().toString())
                .with("OPENAI_API_KEY", "sk-none")
                .with("OPENAI_BASE_URL", environment.url() + "/v1")
                .with("ANTHROPIC_API_KEY", "sk-ant-none")
                .with("ANTHROPIC_BASE_URL", environment.url());
    }

    private record Run(Program node, String sdk, String api, String manner) {
        void says(String prompt, String wanted) throws IOException, InterruptedException {
            Program.Ended ended = node.run(
                    Installed.program("node").toString(),
                    Installed.MODULE.resolve("src/test/js/" + sdk + ".mjs").toString(),
                    api,
                    manner,
                    "history.json",
                    prompt);
            assertTrue(ended.expectSuccess().out().contains(wanted), ended::out);
        }
    }
}
