package dev.throughline.simulator.server;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The handler of one connection: records each request, gives it a virtual thread, and notices when the client leaves.
 *
 * <p>The connection is read all the time, also while an answer is stalled, since only a read tells that the peer is
 * gone.
 */
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final ModelExchange.Shared shared;
    private final RequestLog arrivals;
    private final ExchangeThreads crew;
    private final List<Visit> open = new ArrayList<>();

    /**
     * One request and its hold on the connection.
     *
     * @param done completed when its thread is through with it
     */
    private record Visit(ReceivedRequest received, Connection line, CompletableFuture<Void> done) {}

    ConnectionHandler(ModelExchange.Shared shared, RequestLog arrivals, ExchangeThreads crew) {
        this.shared = shared;
        this.arrivals = arrivals;
        this.crew = crew;
    }

    /**
     * Records the request and starts its exchange behind the one before. A client that has the length of an answer may
     * ask again before the end of the first answer was written, and the two must not mix.
     */
    @Override
    protected void channelRead0(ChannelHandlerContext netty, FullHttpRequest request) {
        ReceivedRequest received = arrivals.add(
                request.method().name(),
                request.uri(),
                headers(request),
                Bytes.of(ByteBufUtil.getBytes(request.content())));
        open.removeIf(visit -> visit.done().isDone());
        CompletableFuture<Void> before = open.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : open.getLast().done();
        Connection line = new Connection(netty.channel(), HttpUtil.isKeepAlive(request));
        Visit visit = new Visit(received, line, new CompletableFuture<>());
        open.add(visit);
        crew.start(() -> {
            before.join();
            walk(visit);
        });
    }

    private void walk(Visit visit) {
        boolean threw = true;
        try {
            new ModelExchange(shared, visit.received(), visit.line()).run();
            threw = false;
        } catch (ConnectionEndedException _) {
            threw = false; // The connection is over: by the script's wish, or channelInactive notes a client that left.
        } finally {
            if (threw) {
                visit.line().abandon(); // Java prints what a script threw; its client gets a broken connection.
            }
            visit.done().complete(null);
            if (visit.line().isOver()) {
                arrivals.finished(visit.received());
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext netty) throws Exception {
        for (Visit visit : open) {
            if (!visit.line().isOver()) {
                arrivals.cancelled(visit.received());
            }
            visit.line().gone().complete(null);
        }
        super.channelInactive(netty);
    }

    /** A reset by the peer arrives here; the connection is closed, and all else happens in {@link #channelInactive}. */
    @Override
    public void exceptionCaught(ChannelHandlerContext netty, Throwable cause) throws Exception {
        ChannelFuture _ = netty.close(); // Nobody waits for it: the connection is broken already.
        if (!(cause instanceof IOException)) {
            super.exceptionCaught(netty, cause);
        }
    }

    private static Headers headers(FullHttpRequest request) {
        List<Headers.Header> all = new ArrayList<>();
        for (Map.Entry<String, String> header : request.headers()) {
            all.add(new Headers.Header(header.getKey(), header.getValue()));
        }
        return new Headers(all);
    }
}
