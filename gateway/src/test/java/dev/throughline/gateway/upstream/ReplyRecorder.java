package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.RequestHandler;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Forwards requests and records the copies of their replies. */
final class ReplyRecorder {
    private static final int WAIT_SECONDS = 30;

    /** What the reader of a copy received. */
    record Recorded(Bytes copy, Exchange.Outcome outcome) {}

    private final BlockingQueue<Recorded> recorded = new LinkedBlockingQueue<>();

    /** A handler that waits for {@code hold} before the client may see the end of the reply. */
    RequestHandler handler(Upstream upstream, CountDownLatch hold) {
        return (inbound, client) -> {
            UpstreamRequest request = new UpstreamRequest(
                    inbound.dialect(), inbound.method(), inbound.target(), inbound.headers(), inbound.body(), "");
            try (Exchange exchange = upstream.send(request, client)) {
                ByteArrayOutputStream copy = new ByteArrayOutputStream();
                exchange.relay(Headers.of("x-throughline-session", "s1")).transferTo(copy);
                recorded.add(new Recorded(Bytes.of(copy.toByteArray()), exchange.outcome()));
                assertTrue(hold.await(WAIT_SECONDS, TimeUnit.SECONDS));
                exchange.finish();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** A gateway that holds no reply back. */
    TestGateway gateway(ScriptedUpstream upstream) {
        return TestGateway.before(upstream.url())
                .turns(sender -> handler(sender, new CountDownLatch(0)))
                .start();
    }

    /** The next copy. */
    Recorded next() throws InterruptedException {
        Recorded next = recorded.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new IllegalStateException("expected a copy that ended, found none");
        }
        return next;
    }
}
