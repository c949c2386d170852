package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.http.NettyHeaders;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ForwardedHeadersTest {
    private static final Provider PLAIN = Provider.of(ProviderApi.OPENAI, "https://api.example/v1", Optional.empty());
    private static final Provider KEYED =
            Provider.of(ProviderApi.OPENAI, "https://api.example/v1", Optional.of("secret"));

    private static Headers forwarded(String method, String target, Headers headers, String body, Provider provider) {
        UpstreamRequest request =
                new UpstreamRequest(ResponsesDialect.NAME, method, target, headers, Bytes.of(body), "");
        return NettyHeaders.fromNetty(TestProviders.at("http://h").headers(request, provider));
    }

    @Test
    void a_request_keeps_all_headers_except_connection_and_control_headers() {
        Headers client = Headers.of(
                "Host", "localhost:8787",
                "User-Agent", "codex/1",
                "Connection", "keep-alive, X-Hop",
                "x-hop", "1",
                "Keep-Alive", "timeout=5",
                "TE", "trailers",
                "Proxy-Authorization", "Basic abc",
                "Upgrade", "h2c",
                "Expect", "100-continue",
                "X-Throughline-Session", "mine",
                "OpenAI-Beta", "a",
                "openai-beta", "b",
                "Content-Length", "999");
        assertEquals(
                Headers.of(
                        "host", "api.example",
                        "User-Agent", "codex/1",
                        "OpenAI-Beta", "a",
                        "openai-beta", "b",
                        "accept-encoding", "identity",
                        "content-length", "2"),
                forwarded("POST", "/v1/responses?x=1", client, "{}", PLAIN));
    }

    @Test
    void only_requests_whose_reply_is_read_ask_for_an_uncompressed_reply() {
        Headers client = Headers.of("Accept-Encoding", "gzip, br");
        assertEquals(
                Headers.of("host", "api.example", "Accept-Encoding", "gzip, br"),
                forwarded("GET", "/v1/models", client, "", PLAIN));
        assertEquals(
                Headers.of("host", "api.example", "accept-encoding", "identity", "content-length", "0"),
                forwarded("POST", "/v1/responses/compact", client, "", PLAIN));
    }

    @Test
    void a_configured_key_is_used_only_if_the_request_has_no_credentials() {
        assertEquals(
                Headers.of("host", "api.example", "authorization", "Bearer secret"),
                forwarded("GET", "/v1/models", Headers.NONE, "", KEYED));
        Headers own = Headers.of("Authorization", "Bearer own");
        assertEquals(
                Headers.of("host", "api.example", "Authorization", "Bearer own"),
                forwarded("GET", "/v1/models", own, "", KEYED));
    }

    @Test
    void a_reply_keeps_its_headers_and_gets_additional_ones() {
        Headers upstream = Headers.of(
                "Connection", "x-private",
                "X-Private", "1",
                "Transfer-Encoding", "chunked",
                "Set-Cookie", "a=1",
                "Set-Cookie", "b=2",
                "X-RateLimit", "5");
        assertEquals(
                Headers.of(
                        "Set-Cookie", "a=1", "Set-Cookie", "b=2", "X-RateLimit", "5", "x-throughline-policy", "trim"),
                NettyHeaders.fromNetty(ForwardedHeaders.reply(
                        NettyHeaders.toNetty(upstream), Headers.of("x-throughline-policy", "trim"))));
    }

    @Test
    void a_line_break_in_a_reply_header_is_rejected() {
        Headers bad = Headers.of("x-throughline-session", "a\r\nset-cookie: b");
        assertThrows(
                IllegalArgumentException.class, () -> ForwardedHeaders.reply(NettyHeaders.toNetty(Headers.NONE), bad));
    }
}
