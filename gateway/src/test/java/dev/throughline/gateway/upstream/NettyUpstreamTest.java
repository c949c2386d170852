package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.wire.chat.ChatDialect;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NettyUpstreamTest {
    private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
    private static final char[] PASSWORD = "changeit".toCharArray();

    @Test
    void a_refused_connection_is_answered_with_502_in_the_dialect() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        BlockingQueue<String> failures = new LinkedBlockingQueue<>();
        String url = "http://127.0.0.1:" + free;
        NettyUpstream upstream = new NettyUpstream(
                TestProviders.at(url),
                UpstreamLimits.DEFAULT,
                NettyUpstream.platformTls(),
                failure -> failures.add(failure.code()));
        try (TestGateway gateway = TestGateway.before(upstream).start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/messages", "{}")).read();
            assertEquals(502, reply.status());
            assertTrue(reply.text().startsWith("messages 502 upstream_unreachable: "), reply.text());
            assertEquals("upstream_unreachable", failures.take());
        }
    }

    @Test
    void a_name_that_does_not_resolve_is_answered_with_502() throws Exception {
        try (TestGateway gateway =
                        TestGateway.before("http://no-such-host.invalid").start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertTrue(reply.text().startsWith("responses 502 upstream_unreachable: "), reply.text());
        }
    }

    @Test
    void an_upstream_that_does_not_speak_http_is_answered_with_502() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("SSH-2.0-OpenSSH_9.2\r\n\r\n");
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/chat/completions", "{}")).read();
            assertTrue(reply.text().startsWith("chat 502 upstream_broken: "), reply.text());
        }
    }

    @Test
    void an_upstream_that_closes_before_its_reply_is_answered_with_502() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(RawSocket::read);
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    502,
                    client.send(TestGateway.post("/v1/responses", "{}")).read().status());
            assertEquals(1, upstream.connections(), "nothing is retried");
        }
    }

    @Test
    void an_upstream_that_does_not_reply_in_time_is_answered_with_504() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.readByte();
                    closed.countDown();
                });
                TestGateway gateway = TestGateway.before(
                                upstream.url(), TestLimits.firstByteTime(Duration.ofMillis(200)))
                        .start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertTrue(reply.text().startsWith("responses 504 upstream_timeout: "), reply.text());
            assertTrue(closed.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void another_implementation_of_client_stream_is_rejected() {
        ClientStream otherClient = new ClientStream() {
            @Override
            public void answer(int status, Headers headers, Bytes body) {}

            @Override
            public boolean hasBegun() {
                return false;
            }

            @Override
            public boolean isGone() {
                return false;
            }

            @Override
            public void write(Bytes bytes) {}

            @Override
            public void end() {}

            @Override
            public void cut() {}
        };
        String url = "http://127.0.0.1:1";
        NettyUpstream upstream = new NettyUpstream(
                TestProviders.at(url), UpstreamLimits.DEFAULT, NettyUpstream.platformTls(), failure -> {});
        UpstreamRequest request =
                new UpstreamRequest(ChatDialect.NAME, "POST", "/v1/chat/completions", Headers.NONE, Bytes.EMPTY, "");
        assertThrows(IllegalArgumentException.class, () -> upstream.send(request, otherClient));
    }

    @Test
    void an_upstream_is_reached_over_tls(@TempDir Path folder) throws Exception {
        KeyStore keys = selfSigned(folder, "SAN=dns:localhost,ip:127.0.0.1");
        try (ScriptedUpstream upstream = new ScriptedUpstream(listening(keys), wire -> {
                    while (true) {
                        wire.read();
                        wire.send(OK);
                    }
                });
                TestGateway gateway = trusting(keys, "https://localhost:" + upstream.port());
                RawSocket client = gateway.client()) {
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "x".repeat(3 << 20)))
                            .read()
                            .text());
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void a_certificate_for_another_name_is_not_accepted(@TempDir Path folder) throws Exception {
        KeyStore keys = selfSigned(folder, "SAN=dns:elsewhere.example");
        try (ScriptedUpstream upstream = new ScriptedUpstream(listening(keys), RawSocket::read);
                TestGateway gateway = trusting(keys, "https://localhost:" + upstream.port());
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertTrue(reply.text().startsWith("responses 502 upstream_unreachable: "), reply.text());
        }
    }

    private static TestGateway trusting(KeyStore keys, String url) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SslContext tls = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .endpointIdentificationAlgorithm("HTTPS")
                .trustManager(trust)
                .build();
        return TestGateway.before(new NettyUpstream(TestProviders.at(url), UpstreamLimits.DEFAULT, tls, failure -> {}))
                .start();
    }

    private static ServerSocket listening(KeyStore keys) throws Exception {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(own.getKeyManagers(), null, null);
        return tls.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static KeyStore selfSigned(Path folder, String names) throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=test",
                        "-ext",
                        names,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, keytool.waitFor(), output);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setKeyEntry("a", keys.getKey("a", PASSWORD), PASSWORD, keys.getCertificateChain("a"));
        trusted.setCertificateEntry("ca", keys.getCertificate("a"));
        return trusted;
    }

    @Test
    void a_thousand_streams_run_at_once() throws Exception {
        int streams = 1000;
        CountDownLatch allBegun = new CountDownLatch(streams);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    String name = wire.read().text();
                    wire.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
                            .sendChunk("begin " + name + ";");
                    allBegun.countDown();
                    allBegun.await(60, TimeUnit.SECONDS);
                    for (int i = 0; i < 5; i++) {
                        wire.sendChunk(name + "." + i + ";");
                    }
                    wire.send("0\r\n\r\n").readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> replies = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                String name = "n" + i;
                replies.add(clients.submit(() -> {
                    try (RawSocket client = gateway.client()) {
                        return client.send(TestGateway.post("/v1/responses", name))
                                .read()
                                .text();
                    }
                }));
            }
            for (int i = 0; i < streams; i++) {
                String n = "n" + i;
                String expected = "begin " + n + ";" + n + ".0;" + n + ".1;" + n + ".2;" + n + ".3;" + n + ".4;";
                assertEquals(expected, replies.get(i).get(60, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void a_request_too_large_for_one_write_arrives_completely() throws Exception {
        BlockingQueue<Bytes> got = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    got.add(wire.read().body());
                    wire.send(OK).readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            StringBuilder body = new StringBuilder();
            for (int i = 0; body.length() < 20 << 20; i++) {
                body.append(i).append(' ');
            }
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", body.toString()))
                            .read()
                            .text());
            assertEquals(Bytes.of(body.toString()), got.take());
        }
    }

    @Test
    void a_reply_that_arrives_before_the_request_is_sent_completely_reaches_the_client() throws IOException {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.readHead();
                    wire.send("HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\n\r\nno");
                    wire.readToEnd();
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "no",
                    client.send(TestGateway.post("/v1/responses", "x".repeat(30 << 20)))
                            .read()
                            .text());
        }
    }
}
