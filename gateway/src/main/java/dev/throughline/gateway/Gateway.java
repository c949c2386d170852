package dev.throughline.gateway;

import dev.throughline.engine.turn.Inbound;
import dev.throughline.gateway.Routes.Route;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.gateway.http.ContentCodings;
import dev.throughline.gateway.http.HttpServer;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.gateway.http.RequestReceiver;
import dev.throughline.gateway.http.RequestRefusal;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running gateway: gives each complete request to its handler, on a virtual thread of its own.
 *
 * <p>What a handler does not catch is answered here, in the caller's dialect, with an incident id that is in the log
 * too. If the reply has begun, the connection is closed.
 *
 * <p>Closing it stops accepting at once, lets open requests finish within the grace period, and closes the rest.
 */
public final class Gateway implements RequestReceiver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final String READY = "/readyz";

    /** They only show whether the gateway is running, and supervisors use any host name. */
    private static final Set<String> PROBES = Set.of("/livez", READY, "/health");

    private static final RequestRefusal FOREIGN_ORIGIN = new RequestRefusal(
            403,
            "foreign_origin",
            "This request comes from a web page that is not on this machine. Agents send no Origin header; remove it.");
    private static final RequestRefusal NO_WEBSOCKET = new RequestRefusal(
            426, "websocket_unsupported", "This gateway does not support WebSockets. Send the request as a POST.");
    private static final Duration QUIET = Duration.ofSeconds(2);

    private final GatewayOptions options;
    private final Handlers handlers;
    private final Routes routes;
    private final RequestHandler passThrough;
    private final EventLoopGroup loops;
    private final OpenRequests openRequests = new OpenRequests();
    private final HttpServer server;
    private volatile boolean isClosing;

    private Gateway(GatewayOptions options, Handlers handlers) {
        this.options = options;
        this.handlers = handlers;
        this.routes = new Routes(handlers.dialects(), handlers.plain());
        this.passThrough = RequestHandler.passThrough(handlers.upstream());
        this.loops = new MultiThreadIoEventLoopGroup(
                options.eventLoops(), Thread.ofPlatform().name("loop-", 0).factory(), NioIoHandler.newFactory());
        this.server = open();
    }

    private HttpServer open() {
        boolean isOpen = false;
        try {
            InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
            HttpServer opened = HttpServer.open(loops, address, options.limits(), this);
            isOpen = true;
            return opened;
        } finally {
            if (!isOpen) {
                shutDownLoops();
            }
        }
    }

    private void shutDownLoops() {
        loops.shutdownGracefully(0, QUIET.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    /**
     * Starts to listen.
     *
     * @throws java.io.UncheckedIOException if the address is not available
     */
    public static Gateway start(GatewayOptions options, Handlers handlers) {
        return new Gateway(options, handlers);
    }

    /** How many requests are being answered. */
    public int openRequests() {
        return openRequests.count();
    }

    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void received(ReceivedRequest request, ClientReply reply) {
        Route route = routes.find(request);
        handlers.listener().started(route.name(), openRequests.begin());
        Thread.ofVirtual().name("turn").start(() -> answer(route, request, reply));
    }

    /** Everything that happens to one request, on its own thread. */
    private void answer(Route route, ReceivedRequest request, ClientReply reply) {
        try {
            dispatch(route, request, reply);
            if (!reply.hasBegun() && !reply.isGone()) {
                throw new IllegalStateException("no handler answered " + path(request));
            }
        } catch (ProxyException e) {
            answerKnownError(request, reply, e);
        } catch (Throwable e) {
            answerIncident(request, reply, e);
        } finally {
            reply.abandon();
            openRequests.end();
        }
    }

    /** The path alone, for logs: a query can carry a key. */
    private static String path(ReceivedRequest request) {
        return Routes.RequestTarget.of(request.target()).path();
    }

    private void dispatch(Route route, ReceivedRequest request, ClientReply reply) {
        HostNames names = options.names();
        boolean isProbe = route instanceof Route.Plain plain && PROBES.contains(plain.path());
        if (!isProbe && names.isForeign(request.headers())) {
            refuse(request, reply, new RequestRefusal(403, "foreign_host", names.sentence(request.headers())));
            return;
        }
        if (names.isForeignOrigin(request.headers())) {
            refuse(request, reply, FOREIGN_ORIGIN);
            return;
        }
        switch (route) {
            case Route.ModelTurn turn -> handlers.turns().handle(inbound(request, turn.dialect()), reply);
            case Route.Count count -> handlers.counts().handle(inbound(request, count.dialect()), reply);
            case Route.Passed passed -> passThrough.handle(inbound(request, passed.dialect()), reply);
            case Route.Plain plain -> answer(plain, request, reply);
            case Route.SocketRefused _ -> refuse(request, reply, NO_WEBSOCKET);
            case Route.WrongMethod wrong -> {
                String message = "Expected " + wrong.allowed() + " here, found " + request.method() + ".";
                refuse(request, reply, new RequestRefusal(405, "method_not_allowed", message));
            }
            case Route.Unknown _ -> {
                String message = "There is nothing at " + request.target() + ". Models are served under /v1/.";
                refuse(request, reply, new RequestRefusal(404, "not_found", message));
            }
        }
    }

    private void answer(Route.Plain route, ReceivedRequest request, ClientReply reply) {
        PlainHandler.PlainAnswer answer = isClosing && route.path().equals(READY)
                ? PlainHandler.PlainAnswer.json(503, "{\"status\":\"closing\"}")
                : route.handler().handle(request);
        reply.answer(answer.status(), answer.headers(), answer.body());
    }

    private Inbound inbound(ReceivedRequest request, Dialect dialect) {
        Routes.RequestTarget place = Routes.RequestTarget.of(request.target());
        String coding = request.headers().first("content-encoding").orElse("");
        int limit = options.limits().bodyBytes();
        return new Inbound(
                options.tenant(),
                dialect,
                request.method(),
                place.target(),
                request.headers(),
                request.body(),
                () -> ContentCodings.decode(request.body(), coding, limit),
                place.run(),
                options.clock().instant());
    }

    private void refuse(ReceivedRequest request, ClientReply reply, RequestRefusal refusal) {
        reply.answer(refusal.status(), Headers.of("content-type", "application/json"), errorBody(request, refusal));
    }

    @Override
    public Bytes errorBody(ReceivedRequest request, RequestRefusal refusal) {
        return routes.wire(request).error(refusal.status(), refusal.code(), refusal.message());
    }

    /** An error with a known kind that no handler turned into an answer of its own. */
    private void answerKnownError(ReceivedRequest request, ClientReply reply, ProxyException error) {
        if (reply.isGone() || error.code().equals("client_gone")) {
            LOG.debug("the client of {} disconnected", path(request));
            return;
        }
        LOG.warn("{} {}: {}", error.code(), path(request), error.getMessage());
        if (!reply.hasBegun()) {
            refuse(request, reply, new RequestRefusal(error.status(), error.code(), error.sentence()));
        }
    }

    private void answerIncident(ReceivedRequest request, ClientReply reply, Throwable bug) {
        UUID incident = options.ids().next(options.clock().instant());
        LOG.error("incident {} at {}", incident, path(request), bug);
        if (!reply.hasBegun()) {
            String message = "Throughline failed at this request. See incident " + incident + " in its log.";
            refuse(request, reply, new RequestRefusal(500, "internal_error", message));
        }
    }

    @Override
    public void replyEnded(ReceivedRequest request, FinishedReply reply) {
        handlers.listener().finished(routes.find(request).name(), reply, openRequests.count());
    }

    @Override
    public boolean isClosing() {
        return isClosing;
    }

    @Override
    public void close() {
        isClosing = true;
        long deadlineNanos = System.nanoTime() + options.grace().toNanos();
        server.stopAccepting();
        boolean isQuiet = openRequests.awaitNone(options.grace())
                && server.awaitEmpty(Duration.ofNanos(deadlineNanos - System.nanoTime()));
        if (!isQuiet) {
            LOG.warn(
                    "closing with {} open requests after {} seconds",
                    openRequests.count(),
                    options.grace().toSeconds());
        }
        server.closeAll();
        shutDownLoops();
    }
}
