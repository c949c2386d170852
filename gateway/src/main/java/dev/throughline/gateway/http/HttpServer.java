package dev.throughline.gateway.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Listens for clients. Its owner closes it in three steps: first new connections, then idle ones, then all. */
@SuppressWarnings("FutureReturnValueIgnored") // A write fails only with its connection, which is reported.
public final class HttpServer {
    private static final int BACKLOG = 1024;

    /** Above the upper mark the upstream is held back, below the lower one it goes on. */
    private static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(32 << 10, 128 << 10);

    /** Pieces of a body are copied into its array as they come, so large ones are cheaper than many. */
    private static final int PIECE_BYTES = 256 << 10;

    private final Channel listening;
    private final ChannelGroup connections;

    private HttpServer(Channel listening, ChannelGroup connections) {
        this.listening = listening;
        this.connections = connections;
    }

    /**
     * Listens at an address.
     *
     * @throws UncheckedIOException if the address is not available
     */
    public static HttpServer open(
            EventLoopGroup loops, InetSocketAddress address, HttpLimits limits, RequestReceiver receiver) {
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        LargeBodyQuota bodies = new LargeBodyQuota(limits.bodiesBytes());
        HttpDecoderConfig decoding = new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.requestLineBytes())
                .setMaxHeaderSize(limits.headerBytes())
                .setMaxChunkSize(PIECE_BYTES);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        channel.pipeline()
                                .addLast(new HttpServerCodec(decoding), new ClientConnection(receiver, limits, bodies));
                    }
                });
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(new IOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + " ("
                            + bound.cause().getMessage() + "); choose another port, or stop what has this one",
                    bound.cause()));
        }
        return new HttpServer(bound.channel(), connections);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** Accepts no new connections, and closes those without an open request. */
    public void stopAccepting() {
        listening.close().awaitUninterruptibly();
        connections.forEach(each -> each.pipeline().fireUserEventTriggered(ClientConnection.CLOSING));
    }

    /** Waits until every reply is sent and its connection closed; returns whether that is so. */
    public boolean awaitEmpty(Duration most) {
        return connections.newCloseFuture().awaitUninterruptibly(Math.max(1, most.toMillis()));
    }

    /** Closes every connection. */
    public void closeAll() {
        connections.close().awaitUninterruptibly();
    }
}
