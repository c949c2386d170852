package dev.throughline.simulator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.Delivery.Manner;
import dev.throughline.simulator.answer.ReplyPosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ReplySenderTest {
    private static final String STREAMED_CHAT = Bodies.streamed(Bodies.CHAT);

    /** The bytes of a stream that arrive, followed by {@code <cut>} if the connection breaks. */
    private static String receive(Answer answer) throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(answer)));
                Client client = new Client(server)) {
            // An input stream would lose its buffered bytes at the error.
            ByteArrayOutputStream arrived = new ByteArrayOutputStream();
            Consumer<Optional<byte[]>> pieces = piece -> piece.ifPresent(arrived::writeBytes);
            try {
                HttpResponse<Void> whole = client.http()
                        .send(
                                client.post("/v1/chat/completions", STREAMED_CHAT),
                                HttpResponse.BodyHandlers.ofByteArrayConsumer(pieces));
                assertEquals(200, whole.statusCode());
                return arrived.toString(StandardCharsets.US_ASCII);
            } catch (IOException cut) {
                return arrived.toString(StandardCharsets.US_ASCII) + "<cut>";
            }
        }
    }

    @Test
    void a_stream_is_cut_after_a_number_of_events() throws IOException, InterruptedException {
        String arrived = receive(Answer.text("hello").cutAfterEvents(2, Manner.CLOSE));
        assertTrue(arrived.endsWith("\n\n<cut>"), arrived);
        assertEquals(2, arrived.split("data: ", -1).length - 1);
    }

    @Test
    void a_stream_is_cut_after_its_headers() throws IOException, InterruptedException {
        assertEquals("<cut>", receive(Answer.text("hello").cutAfterEvents(0, Manner.CLOSE)));
    }

    @Test
    void a_stream_is_cut_after_a_number_of_bytes() throws IOException, InterruptedException {
        String arrived = receive(Answer.text("hello").cutAfterBytes(300, Manner.CLOSE));
        assertEquals(300 + "<cut>".length(), arrived.length());
    }

    @Test
    void a_stream_sent_in_small_pieces_is_complete() throws IOException, InterruptedException {
        String inPieces = receive(Answer.text("hello").dripping(100, Duration.ofMillis(1)));
        assertEquals(receive(Answer.text("hello")).length(), inPieces.length());
        assertTrue(inPieces.endsWith("data: [DONE]\n\n"), inPieces);
    }

    @Test
    void a_stream_can_begin_with_comments() throws IOException, InterruptedException {
        String arrived = receive(Answer.text("hello").withComments(2));
        assertTrue(arrived.startsWith(": keep-alive\n\n: keep-alive\n\ndata: "), arrived);
    }

    @Test
    void a_flood_contains_all_its_events() throws IOException, InterruptedException {
        String arrived = receive(Answer.flood(1_000, 200));
        assertEquals(1_000, arrived.split("x".repeat(200), -1).length - 1);
    }

    @Test
    void a_stall_ends_when_its_future_completes() throws IOException, InterruptedException {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        Answer stalled = Answer.text("hello").stalled(new ReplyPosition.BeforeHeaders(), gate);
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(stalled)));
                Client client = new Client(server)) {
            CompletableFuture<HttpResponse<String>> pending = client.http()
                    .sendAsync(client.post("/v1/chat/completions", Bodies.CHAT), HttpResponse.BodyHandlers.ofString());
            server.awaitReceived(1);
            assertFalse(pending.isDone());
            gate.complete(null);
            assertEquals(200, pending.join().statusCode());
        }
    }

    @Test
    void a_reply_is_compressed_only_if_the_client_accepts_gzip() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(
                        ModelOptions.of(Script.inOrder(Answer.text("hello").inGzip())));
                Client client = new Client(server)) {
            HttpResponse<String> plain = client.send("/v1/chat/completions", STREAMED_CHAT);
            assertTrue(plain.headers().firstValue("content-encoding").isEmpty());
            HttpRequest taking = client.request("/v1/chat/completions")
                    .header("accept-encoding", "gzip, br")
                    .POST(HttpRequest.BodyPublishers.ofString(STREAMED_CHAT))
                    .build();
            HttpResponse<InputStream> zipped = client.http().send(taking, HttpResponse.BodyHandlers.ofInputStream());
            assertEquals("gzip", zipped.headers().firstValue("content-encoding").orElseThrow());
            try (InputStream body = new GZIPInputStream(zipped.body())) {
                String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(text.endsWith("data: [DONE]\n\n"), text);
            }
        }
    }

    @Test
    void headers_are_added_and_replaced() throws IOException, InterruptedException {
        Answer answer =
                Answer.text("hello").withHeader("x-codex-turn-state", "abc").withHeader("content-type", "text/plain");
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(answer)));
                Client client = new Client(server)) {
            HttpResponse<String> response = client.send("/v1/chat/completions", Bodies.CHAT);
            assertEquals(
                    "abc", response.headers().firstValue("x-codex-turn-state").orElseThrow());
            assertEquals(1, response.headers().allValues("content-type").size());
            assertEquals(
                    "text/plain", response.headers().firstValue("content-type").orElseThrow());
        }
    }

    @Test
    void a_raw_answer_is_sent_unchanged() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(
                        ModelOptions.of(Script.inOrder(Answer.raw(502, "text/html", "<h1>Bad Gateway</h1>"))));
                Client client = new Client(server)) {
            HttpResponse<String> response = client.send("/v1/messages", Bodies.MESSAGES);
            assertEquals(502, response.statusCode());
            assertEquals("<h1>Bad Gateway</h1>", response.body());
        }
    }

    @Test
    void garbage_is_sent_instead_of_http() {
        try (ModelServer server = ModelServer.start(
                        ModelOptions.of(Script.inOrder(Answer.garbage(Bytes.of("\0\1\2 nonsense\r\n")))));
                Client client = new Client(server)) {
            assertThrows(IOException.class, () -> client.send("/v1/messages", Bodies.MESSAGES));
        }
    }
}
