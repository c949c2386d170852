package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProviderTableTest {
    private static final ProviderTable PROVIDERS = new ProviderTable(
            Provider.openai("http://openai", Optional.empty()),
            Provider.anthropic("http://anthropic", Optional.empty()),
            Provider.chatgpt("http://chatgpt"),
            List.of(
                    new ProviderTable.ModelRoute("qwen", Provider.openai("http://qwen", Optional.empty())),
                    new ProviderTable.ModelRoute("qwen-max", Provider.openai("http://max", Optional.empty()))));

    private static String chosen(Dialect dialect, String model, Headers headers) {
        return PROVIDERS
                .of(new UpstreamRequest(dialect, "POST", "/v1/x", headers, Bytes.EMPTY, ""), model)
                .origin()
                .host();
    }

    @Test
    void the_dialect_chooses() {
        assertEquals("openai", chosen(Dialect.RESPONSES, "", Headers.NONE));
        assertEquals("openai", chosen(Dialect.CHAT, "gpt", Headers.NONE));
        assertEquals("anthropic", chosen(Dialect.MESSAGES, "claude", Headers.NONE));
    }

    @Test
    void the_longest_prefix_of_the_model_chooses_before_the_dialect() {
        assertEquals("qwen", chosen(Dialect.CHAT, "qwen-3", Headers.NONE));
        assertEquals("max", chosen(Dialect.MESSAGES, "qwen-max-1", Headers.NONE));
    }

    @Test
    void a_login_of_chatgpt_chooses_before_all() {
        assertEquals("chatgpt", chosen(Dialect.RESPONSES, "qwen-3", Headers.of("ChatGPT-Account-Id", "1")));
    }
}
