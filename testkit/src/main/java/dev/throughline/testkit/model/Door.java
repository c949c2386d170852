package dev.throughline.testkit.model;

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
import org.jspecify.annotations.Nullable;

/**
 * The handler of one connection: records each request, gives it a virtual thread, and notices when the client leaves.
 *
 * <p>The connection is read all the time, also while an answer is stalled, since only a read tells that the peer is gone.
 */
final class Door extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Exchange.House house;
    private final Arrivals arrivals;
    private final Crew crew;
    private @Nullable Line line;
    private @Nullable Received current;

    Door(Exchange.House house, Arrivals arrivals, Crew crew) {
        this.house = house;
        this.arrivals = arrivals;
        this.crew = crew;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext netty, FullHttpRequest request) {
        Received received = arrivals.add(
                request.method().name(),
                request.uri(),
                headers(request),
                Bytes.of(ByteBufUtil.getBytes(request.content())));
        Line fresh = new Line(netty.channel(), HttpUtil.isKeepAlive(request));
        line = fresh;
        current = received;
        crew.start(() -> walk(received, fresh));
    }

    private void walk(Received received, Line fresh) {
        try {
            new Exchange(house, received, fresh).run();
            arrivals.finished(received);
        } catch (Hangup _) {
            // The connection is over. A client that left is noted in channelInactive; a cut was the script's wish.
            arrivals.finished(received);
        } finally {
            if (!fresh.isOver() && !fresh.gone().isDone()) {
                fresh.abandon(); // A script that threw: the test sees its stack trace, the client a broken connection.
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext netty) throws Exception {
        if (line != null && current != null) {
            if (!line.isOver()) {
                arrivals.cancelled(current);
            }
            line.gone().complete(null);
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
