package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Headers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostNamesTest {
    private static final HostNames LOOPBACK = HostNames.of("127.0.0.1", List.of());
    private static final HostNames NAMED = HostNames.of("127.0.0.1", List.of("gateway.lan"));

    @Test
    void loopback_addresses_and_names_are_recognised() {
        for (String host : List.of("127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "a.localhost", "::1", "[::1]")) {
            assertEquals(true, HostNames.isLoopback(host), host);
        }
        for (String host : List.of("0.0.0.0", "::", "evil.example", "127.0.0.1.evil.example", "10.0.0.1", "")) {
            assertEquals(false, HostNames.isLoopback(host), host);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.1:8787", "localhost:1", "LocalHost", "[::1]:9", "[::1]", "127.3.2.1"})
    void loopback_names_are_accepted_with_any_port(String host) {
        assertFalse(LOOPBACK.isForeign(Headers.of("Host", host)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8787",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "127.0.0.1@evil.example",
                "",
                ":8787",
                "192.168.0.4:8787"
            })
    void any_other_name_is_foreign(String host) {
        assertTrue(LOOPBACK.isForeign(Headers.of("host", host)));
    }

    @Test
    void a_request_with_two_hosts_is_foreign_and_one_without_a_host_is_not() {
        assertFalse(LOOPBACK.isForeign(Headers.NONE), "browsers always send a host");
        assertTrue(LOOPBACK.isForeign(Headers.of("host", "localhost", "Host", "evil.example")));
    }

    @Test
    void a_configured_name_is_accepted() {
        HostNames names = HostNames.of("127.0.0.1", List.of("Gateway.lan"));
        assertFalse(names.isForeign(Headers.of("host", "gateway.LAN:443")));
        assertTrue(names.isForeign(Headers.of("host", "evil.example")));
    }

    @Test
    void on_other_addresses_names_are_checked_only_if_some_are_configured() {
        assertFalse(HostNames.of("0.0.0.0", List.of()).isForeign(Headers.of("host", "any.example")));
        HostNames names = HostNames.of("10.0.0.5", List.of("gateway.lan"));
        assertTrue(names.isForeign(Headers.of("host", "evil.example")));
        assertFalse(names.isForeign(Headers.of("host", "10.0.0.5:8787")), "the address it listens on");
    }

    @Test
    void the_error_message_replaces_control_characters_in_the_name() {
        assertTrue(LOOPBACK.sentence(Headers.of("host", "e\u001bvil")).contains("'e?vil'"));
    }

    @Test
    void a_request_without_an_origin_is_accepted() {
        assertFalse(NAMED.isForeignOrigin(Headers.of("user-agent", "codex")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:3000", "http://127.0.0.1", "https://[::1]:8443"})
    void a_loopback_origin_is_accepted(String origin) {
        assertFalse(NAMED.isForeignOrigin(Headers.of("Origin", origin)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://127.0.0.1.evil.example", "file://", "no url at all"})
    void any_other_origin_is_foreign(String origin) {
        assertTrue(NAMED.isForeignOrigin(Headers.of("origin", origin)));
    }

    @Test
    void a_cross_site_request_is_foreign() {
        assertTrue(NAMED.isForeignOrigin(Headers.of("Sec-Fetch-Site", "cross-site")));
        assertFalse(NAMED.isForeignOrigin(Headers.of("sec-fetch-mode", "cors")), "Node SDKs send this header");
    }
}
