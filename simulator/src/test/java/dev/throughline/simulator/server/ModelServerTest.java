package dev.throughline.simulator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.Delivery.Manner;
import dev.throughline.simulator.answer.ReplyPosition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelServerTest {
    private static final int MANY = 1_000;

    @Test
    void a_request_is_recorded_exactly_as_it_came() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(Answer.text("hello"))));
                Client client = new Client(server)) {
            client.send("/v1/chat/completions?beta=true", Bodies.CHAT);
            ReceivedRequest received = server.awaitReceived(1).getFirst();
            assertEquals("POST", received.method());
            assertEquals("/v1/chat/completions?beta=true", received.target());
            assertEquals("/v1/chat/completions", received.path());
            assertEquals(Bytes.of(Bodies.CHAT), received.body());
            assertEquals(
                    "Bearer sk-test", received.headers().first("Authorization").orElseThrow());
            assertEquals(List.of(received), server.awaitFinished(1));
            assertEquals(200, received.status().orElseThrow());
            assertTrue(received.cancelled().isEmpty());
        }
    }

    @Test
    void a_thousand_streams_can_be_open_at_once()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        Answer held = Answer.text("hello").stalled(new ReplyPosition.AfterEvents(2), gate);
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(held)));
                Client client = new Client(server)) {
            HttpRequest request = client.post("/v1/responses", Bodies.streamed(Bodies.RESPONSES));
            List<CompletableFuture<HttpResponse<Stream<String>>>> begun = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                begun.add(client.http().sendAsync(request, HttpResponse.BodyHandlers.ofLines()));
            }
            CompletableFuture.allOf(begun.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            assertEquals(MANY, server.received().size());
            assertTrue(server.received().stream().noneMatch(ReceivedRequest::isFinished));
            gate.complete(null);
            for (CompletableFuture<HttpResponse<Stream<String>>> one : begun) {
                try (Stream<String> lines = one.get(60, TimeUnit.SECONDS).body()) {
                    assertEquals(
                            1, lines.filter("event: response.completed"::equals).count());
                }
            }
            assertEquals(MANY, server.awaitFinished(MANY).size());
        }
    }

    @Test
    void a_disconnect_is_detected_while_the_answer_stalls() throws IOException, InterruptedException {
        Answer stalled = Answer.text("hello").stalled(new ReplyPosition.AfterEvents(1), new CompletableFuture<>());
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(stalled)));
                Client client = new Client(server)) {
            HttpResponse<InputStream> response = client.http()
                    .send(
                            client.post("/v1/messages", Bodies.streamed(Bodies.MESSAGES)),
                            HttpResponse.BodyHandlers.ofInputStream());
            response.body().close();
            assertTrue(server.awaitCancelled(1).getFirst().isFinished());
        }
    }

    @Test
    void a_disconnect_before_the_headers_is_detected() throws IOException, InterruptedException {
        Answer stalled = Answer.text("hello").stalled(new ReplyPosition.BeforeHeaders(), new CompletableFuture<>());
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(stalled)));
                Client client = new Client(server)) {
            CompletableFuture<HttpResponse<String>> pending = client.http()
                    .sendAsync(client.post("/v1/responses", Bodies.RESPONSES), HttpResponse.BodyHandlers.ofString());
            server.awaitReceived(1);
            pending.cancel(true);
            assertEquals(1, server.awaitCancelled(1).size());
        }
    }

    @Test
    void closing_ends_stalled_replies() throws IOException, InterruptedException {
        Answer stalled = Answer.text("hello").stalled(new ReplyPosition.BeforeHeaders(), new CompletableFuture<>());
        ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(stalled)));
        try (Client client = new Client(server)) {
            CompletableFuture<HttpResponse<String>> pending = client.http()
                    .sendAsync(client.post("/v1/responses", Bodies.RESPONSES), HttpResponse.BodyHandlers.ofString());
            server.awaitReceived(1);
            server.close();
            assertThrows(ExecutionException.class, pending::get);
        }
    }

    @Test
    void a_wait_that_times_out_reports_what_was_received() {
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.agent()))) {
            IllegalStateException timedOut =
                    assertThrows(IllegalStateException.class, () -> server.awaitReceived(1, Duration.ZERO));
            assertEquals("expected 1 requests within PT0S, found 0 of 0 received", timedOut.getMessage());
        }
    }

    @Test
    void a_connection_is_reused_for_the_next_request() throws IOException {
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.agent()));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write("HEAD / HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                assertEquals("HTTP/1.1 401 Unauthorized", lines.readLine());
                while (!lines.readLine().isEmpty()) {
                    // This test ignores the headers.
                }
            }
        }
    }

    @Test
    void a_scripted_reset_is_not_counted_as_a_cancellation_by_the_client() throws IOException, InterruptedException {
        Answer reset = Answer.text("hello").cutBeforeHeaders(Manner.RESET);
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(reset)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(rawChat().getBytes(StandardCharsets.UTF_8));
            SocketException broken = assertThrows(
                    SocketException.class, () -> socket.getInputStream().read());
            assertEquals("Connection reset", broken.getMessage());
            assertTrue(server.awaitFinished(1).getFirst().cancelled().isEmpty());
        }
    }

    @Test
    void a_scripted_close_ends_the_connection_without_a_reset() throws IOException {
        Answer closed = Answer.text("hello").cutBeforeHeaders(Manner.CLOSE);
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(closed)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(rawChat().getBytes(StandardCharsets.UTF_8));
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    private static String rawChat() {
        return "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\ncontent-length: "
                + Bodies.CHAT.length() + "\r\n\r\n" + Bodies.CHAT;
    }
}
