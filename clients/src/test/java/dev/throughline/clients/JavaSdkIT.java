package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small agents that use the official Java SDKs, with all kinds of requests. They send no session id. */
final class JavaSdkIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_openai_responses_session_is_archived_and_continued(boolean streams)
            throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            play(environment, new JavaResponses(openai(environment), streams));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_openai_chat_session_is_archived_and_continued(boolean streams) throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            play(environment, new JavaChat(openai(environment), streams));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_anthropic_messages_session_is_archived_and_continued(boolean streams)
            throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            AnthropicClient client = AnthropicOkHttpClient.builder()
                    .apiKey("sk-ant-none")
                    .baseUrl(environment.url())
                    .build();
            play(environment, new JavaMessages(client, streams));
        }
    }

    private static OpenAIClient openai(TestEnvironment environment) {
        return OpenAIOkHttpClient.builder()
                .apiKey("sk-none")
                .baseUrl(environment.url() + "/v1")
                .build();
    }

    private static void play(TestEnvironment environment, JavaAgent agent) throws InterruptedException {
        says(agent, "Please run echo first-turn", "first-turn");
        says(agent, "Please run echo second-turn", "second-turn");
        says(agent, "Both at once: `echo left-hand` `echo right-hand`", "right-hand");
        ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
        assertEquals(List.of("sdk: 6 conversation"), check.sessionSummaries());
    }

    private static void says(JavaAgent agent, String prompt, String wanted) {
        String answer = agent.answer(prompt);
        assertTrue(answer.contains(wanted), answer);
    }
}
