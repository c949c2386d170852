package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Headers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OriginsTest {
    private static final HostNames NAMES = HostNames.of("127.0.0.1", List.of("gateway.lan"));

    @Test
    void an_agent_sends_no_origin() {
        assertFalse(Origins.isForeign(Headers.of("user-agent", "codex"), NAMES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:3000", "http://127.0.0.1", "https://[::1]:8443"})
    void a_page_on_this_machine_may(String origin) {
        assertFalse(Origins.isForeign(Headers.of("Origin", origin), NAMES));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://127.0.0.1.evil.example", "file://", "no url at all"})
    void any_other_page_may_not(String origin) {
        assertTrue(Origins.isForeign(Headers.of("origin", origin), NAMES));
    }

    @Test
    void a_browser_that_says_it_crosses_sites_may_not() {
        assertTrue(Origins.isForeign(Headers.of("Sec-Fetch-Site", "cross-site"), NAMES));
        assertFalse(Origins.isForeign(Headers.of("sec-fetch-mode", "cors"), NAMES), "the SDKs of Node say that");
    }
}
