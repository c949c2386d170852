package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Headers;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.messages.MessagesDialect;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProviderTest {
    private static String openai(String base) {
        Provider provider = Provider.of(ProviderApi.OPENAI, base, Optional.empty());
        return provider.origin() + provider.target("/v1/responses?a=b");
    }

    private static String anthropic(String base) {
        Provider provider = Provider.of(MessagesDialect.WIRE.profile().provider(), base, Optional.empty());
        return provider.origin() + provider.target("/v1/messages");
    }

    @Test
    void an_openai_base_url_can_omit_the_version() {
        assertEquals("https://api.openai.com/v1/responses?a=b", openai("https://api.openai.com"));
        assertEquals("https://api.openai.com/v1/responses?a=b", openai("https://api.openai.com/v1/"));
        assertEquals("http://127.0.0.1:9000/v1/responses?a=b", openai("http://127.0.0.1:9000"));
        assertEquals("https://host/v1beta/openai/responses?a=b", openai("https://host/v1beta/openai"));
        assertEquals("http://[::1]:8080/v1/responses?a=b", openai("http://[::1]:8080"));
    }

    @Test
    void an_anthropic_target_has_its_version_after_any_prefix() {
        assertEquals("https://api.anthropic.com/v1/messages", anthropic("https://api.anthropic.com"));
        assertEquals("https://api.anthropic.com/v1/messages", anthropic("https://api.anthropic.com/v1"));
        assertEquals("https://host/anthropic/v1/messages", anthropic("https://host/anthropic/"));
    }

    @Test
    void a_chatgpt_target_has_no_version() {
        Provider chatgpt = Provider.chatgpt("https://chatgpt.com/backend-api/codex");
        assertEquals("/backend-api/codex/responses", chatgpt.target("/v1/responses"));
    }

    @Test
    void a_key_is_sent_in_the_header_of_its_provider() {
        assertEquals(
                Headers.of("authorization", "Bearer k"),
                Provider.of(ProviderApi.OPENAI, "http://h", Optional.of("k")).credentials());
        assertEquals(
                Headers.of("x-api-key", "k"),
                Provider.of(MessagesDialect.WIRE.profile().provider(), "http://h", Optional.of("k"))
                        .credentials());
    }

    @Test
    void a_malformed_base_url_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> openai("api.openai.com"));
        assertThrows(IllegalArgumentException.class, () -> openai("ftp://host"));
        assertThrows(IllegalArgumentException.class, () -> openai("http://ho st"));
    }
}
