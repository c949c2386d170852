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
    void openai_responses_are_kept_and_go_on(boolean streams) throws IOException, InterruptedException {
        try (Stage stage = Stage.set(folder)) {
            play(stage, new JavaResponses(openai(stage), streams));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void openai_chat_is_kept_and_goes_on(boolean streams) throws IOException, InterruptedException {
        try (Stage stage = Stage.set(folder)) {
            play(stage, new JavaChat(openai(stage), streams));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anthropic_messages_are_kept_and_go_on(boolean streams) throws IOException, InterruptedException {
        try (Stage stage = Stage.set(folder)) {
            AnthropicClient client = AnthropicOkHttpClient.builder()
                    .apiKey("sk-ant-none")
                    .baseUrl(stage.url())
                    .build();
            play(stage, new JavaMessages(client, streams));
        }
    }

    private static OpenAIClient openai(Stage stage) {
        return OpenAIOkHttpClient.builder()
                .apiKey("sk-none")
                .baseUrl(stage.url() + "/v1")
                .build();
    }

    private static void play(Stage stage, JavaAgent agent) throws InterruptedException {
        says(agent, "Please run echo first-turn", "first-turn");
        says(agent, "Please run echo second-turn", "second-turn");
        says(agent, "Both at once: `echo left-hand` `echo right-hand`", "right-hand");
        Proof proof = stage.over().holds();
        assertEquals(List.of("sdk: 6 conversation"), proof.layout());
    }

    private static void says(JavaAgent agent, String prompt, String wanted) {
        String answer = agent.answer(prompt);
        assertTrue(answer.contains(wanted), answer);
    }
}
