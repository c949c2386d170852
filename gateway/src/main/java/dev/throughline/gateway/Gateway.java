package dev.throughline.gateway;

import dev.throughline.engine.turn.Inbound;
import dev.throughline.gateway.coding.ContentCodings;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.gateway.http.Door;
import dev.throughline.gateway.http.House;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.gateway.http.Refusal;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running gateway: takes each complete request to its handler, on a virtual thread of its own.
 *
 * <p>It is also the last floor. What a handler does not catch is answered here, in the caller's dialect, with an
 * incident id that stands in the log too. If the reply has begun there is nothing left to say, and the connection is
 * closed.
 *
 * <p>Closing it stops accepting at once, lets what is under way finish within the grace period, and closes the rest.
 */
public final class Gateway implements House, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final String READY = "/readyz";

    /** They say nothing but whether there is a gateway, and are asked under whatever name a supervisor knows. */
    private static final Set<String> PROBES = Set.of("/livez", READY, "/health");

    private static final Duration QUIET = Duration.ofSeconds(2);

    private final GatewayOptions options;
    private final Handlers handlers;
    private final Routes routes;
    private final PassThroughHandler passThrough;
    private final EventLoopGroup loops;
    private final Underway underway = new Underway();
    private final Door door;
    private volatile boolean isClosing;

    private Gateway(GatewayOptions options, Handlers handlers) {
        this.options = options;
        this.handlers = handlers;
        this.routes = new Routes(handlers.plain());
        this.passThrough = new PassThroughHandler(handlers.upstream());
        this.loops = new MultiThreadIoEventLoopGroup(
                options.eventLoops(), Thread.ofPlatform().name("loop-", 0).factory(), NioIoHandler.newFactory());
        this.door = open();
    }

    private Door open() {
        boolean isOpen = false;
        try {
            InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
            Door opened = Door.open(loops, address, options.limits(), this);
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
     * @throws java.io.UncheckedIOException if the address cannot be had
     */
    public static Gateway start(GatewayOptions options, Handlers handlers) {
        return new Gateway(options, handlers);
    }

    /** How many requests are being answered. */
    public int underWay() {
        return underway.count();
    }

    public InetSocketAddress address() {
        return door.address();
    }

    @Override
    public void arrived(ReceivedRequest request, ClientReply reply) {
        Route route = routes.find(request);
        handlers.listener().started(route.name(), underway.begin());
        Thread.ofVirtual().name("turn").start(() -> answer(route, request, reply));
    }

    /** Everything that happens to one request, on its own thread. */
    private void answer(Route route, ReceivedRequest request, ClientReply reply) {
        try {
            walk(route, request, reply);
            if (!reply.hasBegun() && !reply.isGone()) {
                throw new IllegalStateException("expected an answer to " + request.target() + ", found none");
            }
        } catch (ProxyException e) {
            answerTrouble(request, reply, e);
        } catch (Throwable e) {
            answerIncident(request, reply, e);
        } finally {
            reply.abandon();
            underway.leave();
        }
    }

    /** What a log may say of a target: a query can carry a key. */
    private static String path(ReceivedRequest request) {
        return Routes.Place.of(request.target()).path();
    }

    private void walk(Route route, ReceivedRequest request, ClientReply reply) {
        boolean isProbe = route instanceof Route.Plain plain && PROBES.contains(plain.name());
        if (!isProbe && options.names().isForeign(request.headers())) {
            String sentence = options.names().sentence(request.headers());
            answer(reply, error(request, new Refusal(403, "foreign_host", sentence)));
            return;
        }
        if (Origins.isForeign(request.headers(), options.names())) {
            answer(reply, error(request, Origins.REFUSAL));
            return;
        }
        switch (route) {
            case Route.Turn turn -> handlers.turns().handle(inbound(request, turn.dialect()), reply);
            case Route.Count count -> handlers.counts().handle(inbound(request, count.dialect()), reply);
            case Route.Passed passed -> passThrough.handle(inbound(request, passed.dialect()), reply);
            case Route.Plain plain -> answer(reply, plain(plain, request));
            case Route.SocketRefused refused ->
                answer(
                        reply,
                        error(
                                request,
                                new Refusal(
                                        426,
                                        "websocket_unsupported",
                                        "This gateway speaks plain HTTP here. Send the request as a POST.")));
            case Route.WrongMethod wrong ->
                answer(
                        reply,
                        error(
                                request,
                                new Refusal(
                                        405,
                                        "method_not_allowed",
                                        "Expected " + wrong.allowed() + " here, found " + request.method() + ".")));
            case Route.Unknown unknown ->
                answer(
                        reply,
                        error(
                                request,
                                new Refusal(
                                        404,
                                        "not_found",
                                        "There is nothing at " + request.target()
                                                + ". Models are served under /v1/.")));
        }
    }

    private PlainHandler.Answer plain(Route.Plain route, ReceivedRequest request) {
        return isClosing && route.name().equals(READY)
                ? PlainHandler.Answer.json(503, "{\"status\":\"closing\"}")
                : route.handler().handle(request);
    }

    private Inbound inbound(ReceivedRequest request, Dialect dialect) {
        Routes.Place place = Routes.Place.of(request.target());
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

    private static void answer(ClientReply reply, PlainHandler.Answer answer) {
        reply.answer(answer.status(), answer.headers(), answer.body());
    }

    private PlainHandler.Answer error(ReceivedRequest request, Refusal refusal) {
        Headers headers = Headers.of("content-type", "application/json");
        return new PlainHandler.Answer(refusal.status(), headers, words(request, refusal));
    }

    @Override
    public Bytes words(ReceivedRequest request, Refusal refusal) {
        return handlers.errors().error(routes.dialect(request), refusal.status(), refusal.code(), refusal.message());
    }

    /** Known trouble that no handler turned into an answer of its own. */
    private void answerTrouble(ReceivedRequest request, ClientReply reply, ProxyException trouble) {
        if (reply.isGone() || trouble.code().equals("client_gone")) {
            LOG.debug("the client of {} left", path(request));
            return;
        }
        LOG.warn("{} {}: {}", trouble.code(), path(request), trouble.getMessage());
        if (!reply.hasBegun()) {
            Refusal refusal = new Refusal(trouble.status(), trouble.code(), trouble.sentence());
            answer(reply, error(request, refusal));
        }
    }

    private void answerIncident(ReceivedRequest request, ClientReply reply, Throwable bug) {
        UUID incident = options.ids().next(options.clock().instant());
        LOG.error("incident {} at {}", incident, path(request), bug);
        if (!reply.hasBegun()) {
            Refusal refusal = new Refusal(
                    500,
                    "internal_error",
                    "Throughline failed at this request. Its log says why, at incident " + incident + ".");
            answer(reply, error(request, refusal));
        }
    }

    @Override
    public void ended(ClientReply reply) {
        long now = System.nanoTime();
        Optional<Duration> firstByte = reply.firstByteNanos() == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(reply.firstByteNanos() - reply.startedNanos()));
        handlers.listener()
                .finished(
                        new GatewayListener.Finished(
                                routes.find(reply.request()).name(),
                                reply.status(),
                                Duration.ofNanos(now - reply.startedNanos()),
                                firstByte,
                                reply.bytesOut(),
                                reply.isGone()),
                        underway.count());
    }

    @Override
    public boolean isClosing() {
        return isClosing;
    }

    @Override
    public void close() {
        isClosing = true;
        long deadlineNanos = System.nanoTime() + options.grace().toNanos();
        door.stopAccepting();
        boolean isQuiet = underway.awaitNone(options.grace())
                && door.awaitEmpty(Duration.ofNanos(deadlineNanos - System.nanoTime()));
        if (!isQuiet) {
            LOG.warn(
                    "closing with {} requests under way after {} seconds",
                    underway.count(),
                    options.grace().toSeconds());
        }
        door.closeAll();
        shutDownLoops();
    }
}
