package dev.throughline.gateway.socket;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.gateway.Gateway;
import dev.throughline.gateway.GatewayListener;
import dev.throughline.gateway.GatewayOptions;
import dev.throughline.gateway.Handlers;
import dev.throughline.gateway.PlainHandler;
import dev.throughline.gateway.RequestHandler;
import dev.throughline.gateway.upstream.NettyUpstream;
import dev.throughline.gateway.upstream.TestProviders;
import dev.throughline.gateway.upstream.UpstreamLimits;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.request.JsonWire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A gateway set up for a test, and clients for it. */
public final class TestGateway implements AutoCloseable {
    private final Gateway gateway;
    private final List<AssertionError> failures;

    private TestGateway(Gateway gateway, List<AssertionError> failures) {
        this.gateway = gateway;
        this.failures = failures;
    }

    /** Handles one request in a test. */
    public interface TestHandler {
        void handle(Upstream upstream, UpstreamRequest request, ClientStream client)
                throws IOException, InterruptedException;
    }

    /** Builds a gateway with the parts that a test replaces. */
    public static final class Setup {
        private final Upstream upstream;
        private Function<Upstream, RequestHandler> turns = TestGateway::forwarding;
        private GatewayOptions options = TestLimits.onPort(0);
        private final Map<String, PlainHandler> plain = new HashMap<>();
        private final List<AssertionError> failures = new CopyOnWriteArrayList<>();
        private GatewayListener listener = GatewayListener.NONE;

        private Setup(Upstream upstream) {
            this.upstream = upstream;
        }

        public Setup turns(Function<Upstream, RequestHandler> handler) {
            turns = handler;
            return this;
        }

        /** A handler written for one test; a failed assertion of it is thrown when the gateway is closed. */
        public Setup handling(TestHandler handler) {
            return turns(sender -> (inbound, client) -> {
                try {
                    handler.handle(sender, request(inbound), client);
                } catch (AssertionError e) {
                    failures.add(e);
                    throw e;
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        public Setup options(GatewayOptions changed) {
            options = changed;
            return this;
        }

        public Setup plain(String path, PlainHandler handler) {
            plain.put(path, handler);
            return this;
        }

        public Setup listener(GatewayListener changed) {
            listener = changed;
            return this;
        }

        public TestGateway start() {
            Handlers handlers = new Handlers(
                    Dialects.all().stream().map(TestGateway::withShortErrors).toList(),
                    turns.apply(upstream),
                    RequestHandler.passThrough(upstream),
                    upstream,
                    plain,
                    listener);
            return new TestGateway(Gateway.start(options, handlers), failures);
        }
    }

    /** A gateway that forwards everything to one upstream. */
    public static Setup before(String url) {
        return before(url, UpstreamLimits.DEFAULT);
    }

    public static Setup before(String url, UpstreamLimits limits) {
        return new Setup(new NettyUpstream(TestProviders.at(url), limits, NettyUpstream.platformTls(), failure -> {}));
    }

    public static Setup before(Upstream upstream) {
        return new Setup(upstream);
    }

    /** Sends, relays, and lets the client see the end. */
    public static RequestHandler forwarding(Upstream upstream) {
        return (inbound, client) -> {
            try (Exchange exchange = upstream.send(request(inbound), client)) {
                drain(exchange.relay(Headers.NONE));
                exchange.finish();
            }
        };
    }

    /** The request as it came. */
    public static UpstreamRequest request(Inbound inbound) {
        return new UpstreamRequest(
                inbound.dialect(), inbound.method(), inbound.target(), inbound.headers(), inbound.body(), "");
    }

    /** The same request with another body. */
    public static UpstreamRequest with(UpstreamRequest request, String body) {
        return new UpstreamRequest(
                request.dialect(), request.method(), request.target(), request.headers(), Bytes.of(body), "");
    }

    public static void drain(InputStream copy) {
        try {
            copy.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same dialect with errors of one line. */
    private static Wire withShortErrors(Wire wire) {
        JsonWire parts = (JsonWire) wire;
        return new JsonWire(
                parts.profile(),
                parts.parser(),
                parts.items(),
                parts.streamReaders(),
                parts.documentReaders(),
                parts.validator(),
                (status, code, message) -> Bytes.of(wire.dialect() + " " + status + " " + code + ": " + message),
                parts.requestWriter(),
                parts.replyWriter(),
                parts.editor(),
                parts.localTools());
    }

    public static String post(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    public RawSocket client() throws IOException {
        return new RawSocket(
                new Socket(gateway.address().getAddress(), gateway.address().getPort()));
    }

    public Gateway gateway() {
        return gateway;
    }

    @Override
    public void close() {
        gateway.close();
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }
}
