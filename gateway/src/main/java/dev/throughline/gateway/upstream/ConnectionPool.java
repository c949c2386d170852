package dev.throughline.gateway.upstream;

import dev.throughline.model.Bytes;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections to providers that live on one event loop. Used on that loop only.
 *
 * <p>The connection that was used last is used first, so that the others become stale and are closed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write fails only with its connection, which is reported.
final class ConnectionPool {
    private static final long CLEANUP_MILLIS = 1000;
    private static final int LINE_BYTES = 8 << 10;
    private static final int PIECE_BYTES = 256 << 10;
    private static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(64 << 10, 512 << 10);

    private final EventLoop loop;
    private final UpstreamLimits limits;
    private final SslContext tls;
    private final Map<UpstreamOrigin, Deque<UpstreamConnection>> idle = new HashMap<>();
    private final HttpDecoderConfig decoding;
    private boolean isCleanupScheduled;

    ConnectionPool(EventLoop loop, UpstreamLimits limits, SslContext tls) {
        this.loop = loop;
        this.limits = limits;
        this.tls = tls;
        this.decoding = new HttpDecoderConfig()
                .setMaxInitialLineLength(LINE_BYTES)
                .setMaxHeaderSize(limits.headerBytes())
                .setMaxChunkSize(PIECE_BYTES)
                .setValidateHeaders(false);
    }

    UpstreamLimits limits() {
        return limits;
    }

    /**
     * A request ready to be written.
     *
     * @param addresses where the origin may be found; tried in order until one takes the connection
     */
    record OutgoingRequest(
            UpstreamOrigin origin,
            List<InetSocketAddress> addresses,
            String method,
            String target,
            HttpHeaders headers,
            Bytes body) {}

    /** Sends a request over an idle connection, or over a new one. */
    void send(OutgoingRequest request, ReplyTransfer transfer) {
        transfer.watch();
        if (transfer.isOver()) {
            return;
        }
        UpstreamConnection free = take(request.origin());
        if (free != null) {
            free.send(request, transfer);
        } else {
            connect(request, transfer, 0);
        }
    }

    private @Nullable UpstreamConnection take(UpstreamOrigin origin) {
        Deque<UpstreamConnection> waiting = idle.get(origin);
        while (waiting != null && !waiting.isEmpty()) {
            UpstreamConnection latest = waiting.removeLast();
            if (latest.isUsable() && !latest.isStale(System.nanoTime())) {
                return latest;
            }
            latest.close();
        }
        return null;
    }

    /** Tries the addresses of the origin from {@code index} on. */
    private void connect(OutgoingRequest request, ReplyTransfer transfer, int index) {
        UpstreamConnection fresh = new UpstreamConnection(this, request.origin(), limits.idleTime());
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        limits.connectTime().toMillis())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .handler(pipeline(fresh))
                .connect(request.addresses().get(index));
        connecting.addListener(done -> {
            if (transfer.isOver()) {
                connecting.channel().close();
            } else if (done.isSuccess()) {
                secure(connecting.channel(), fresh, request, transfer);
            } else if (index + 1 < request.addresses().size()) {
                connect(request, transfer, index + 1);
            } else {
                transfer.unreachable(request.origin(), done.cause());
            }
        });
    }

    /** Sends at once over a plain connection, and after the handshake over a secure one. */
    private void secure(Channel channel, UpstreamConnection fresh, OutgoingRequest request, ReplyTransfer transfer) {
        SslHandler handshaking = channel.pipeline().get(SslHandler.class);
        if (handshaking == null) {
            fresh.send(request, transfer);
            return;
        }
        handshaking.handshakeFuture().addListener(done -> {
            if (transfer.isOver()) {
                channel.close();
            } else if (done.isSuccess()) {
                fresh.send(request, transfer);
            } else {
                channel.close();
                transfer.unreachable(request.origin(), done.cause());
            }
        });
    }

    private ChannelInitializer<Channel> pipeline(UpstreamConnection connection) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                UpstreamOrigin origin = connection.origin();
                if (origin.isTls()) {
                    // Host and port give the handshake its SNI, and the name that the certificate must carry.
                    SslHandler handler = tls.newHandler(channel.alloc(), origin.host(), origin.port());
                    handler.setHandshakeTimeoutMillis(limits.connectTime().toMillis());
                    channel.pipeline().addLast(handler);
                }
                channel.pipeline().addLast(new HttpClientCodec(decoding, false, false), connection);
            }
        };
    }

    /** Keeps a connection for the next request to its origin. */
    void release(UpstreamConnection connection) {
        Deque<UpstreamConnection> waiting = idle.computeIfAbsent(connection.origin(), origin -> new ArrayDeque<>());
        waiting.addLast(connection);
        if (waiting.size() > limits.idleConnections()) {
            waiting.removeFirst().close();
        }
        if (!isCleanupScheduled) {
            isCleanupScheduled = true;
            loop.schedule(this::closeStale, CLEANUP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Forgets a connection that was closed. */
    void forget(UpstreamConnection connection) {
        Deque<UpstreamConnection> waiting = idle.get(connection.origin());
        if (waiting != null && waiting.remove(connection) && waiting.isEmpty()) {
            idle.remove(connection.origin());
        }
    }

    /** Closes the connections that were idle for too long. */
    private void closeStale() {
        long nowNanos = System.nanoTime();
        List<UpstreamConnection> stale = new ArrayList<>();
        idle.values()
                .forEach(waiting ->
                        waiting.stream().filter(each -> each.isStale(nowNanos)).forEach(stale::add));
        // Closing removes them from the pool, so it must not happen while walking over it.
        stale.forEach(UpstreamConnection::close);
        isCleanupScheduled = !idle.isEmpty();
        if (isCleanupScheduled) {
            loop.schedule(this::closeStale, CLEANUP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
