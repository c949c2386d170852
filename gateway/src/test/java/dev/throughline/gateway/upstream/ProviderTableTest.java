package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProviderTableTest {
    private static final ProviderTable PROVIDERS = new ProviderTable(
            Dialects.all(),
            api -> Provider.of(api, "http://" + api.name(), Optional.empty()),
            Provider.chatgpt("http://chatgpt"),
            List.of(
                    new ProviderTable.ModelRoute(
                            "qwen", Provider.of(ProviderApi.OPENAI, "http://qwen", Optional.empty())),
                    new ProviderTable.ModelRoute(
                            "qwen-max", Provider.of(ProviderApi.OPENAI, "http://max", Optional.empty()))));

    private static String chosen(Dialect dialect, String model, Headers headers) {
        return PROVIDERS
                .of(new UpstreamRequest(dialect, "POST", "/v1/x", headers, Bytes.EMPTY, model))
                .origin()
                .host();
    }

    @Test
    void the_dialect_selects_the_provider() {
        assertEquals("openai", chosen(ResponsesDialect.NAME, "", Headers.NONE));
        assertEquals("openai", chosen(ChatDialect.NAME, "gpt", Headers.NONE));
        assertEquals("anthropic", chosen(MessagesDialect.NAME, "claude", Headers.NONE));
    }

    @Test
    void the_longest_model_prefix_takes_precedence_over_the_dialect() {
        assertEquals("qwen", chosen(ChatDialect.NAME, "qwen-3", Headers.NONE));
        assertEquals("max", chosen(MessagesDialect.NAME, "qwen-max-1", Headers.NONE));
    }

    @Test
    void the_model_of_a_request_that_is_not_decoded_is_read_from_its_body() {
        UpstreamRequest request = new UpstreamRequest(
                ChatDialect.NAME, "POST", "/v1/x", Headers.NONE, Bytes.of("{\"model\":\"qwen-3\"}"), "");
        assertEquals("qwen", PROVIDERS.of(request).origin().host());
    }

    @Test
    void a_chatgpt_login_takes_precedence_over_everything() {
        assertEquals("chatgpt", chosen(ResponsesDialect.NAME, "qwen-3", Headers.of("ChatGPT-Account-Id", "1")));
    }
}
