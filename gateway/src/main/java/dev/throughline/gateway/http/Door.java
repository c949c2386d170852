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

/** Listens for clients. Its owner closes it in three steps: no new ones, no idle ones, none at all. */
@SuppressWarnings("FutureReturnValueIgnored") // A write fails only with its connection, which is reported.
public final class Door {
    private static final int BACKLOG = 1024;

    /** Above the upper mark the upstream is held back, below the lower one it goes on. */
    private static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(32 << 10, 128 << 10);

    /** Pieces of a body are copied into its array as they come, so large ones are cheaper than many. */
    private static final int PIECE_BYTES = 256 << 10;

    private final Channel listening;
    private final ChannelGroup connections;

    private Door(Channel listening, ChannelGroup connections) {
        this.listening = listening;
        this.connections = connections;
    }

    /**
     * Opens the door.
     *
     * @throws UncheckedIOException if the address cannot be had
     */
    public static Door open(EventLoopGroup loops, InetSocketAddress address, DoorLimits limits, House house) {
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .childHandler(new Entrance(connections, limits, house));
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(new IOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + " ("
                            + bound.cause().getMessage() + "); choose another port, or stop what has this one",
                    bound.cause()));
        }
        return new Door(bound.channel(), connections);
    }

    /** Builds the pipeline of a new connection. */
    private static final class Entrance extends ChannelInitializer<Channel> {
        private final ChannelGroup connections;
        private final DoorLimits limits;
        private final House house;
        private final LargeBodies bodies;
        private final HttpDecoderConfig decoding;

        Entrance(ChannelGroup connections, DoorLimits limits, House house) {
            this.connections = connections;
            this.limits = limits;
            this.house = house;
            this.bodies = new LargeBodies(limits.bodiesBytes());
            this.decoding = new HttpDecoderConfig()
                    .setMaxInitialLineLength(limits.requestLineBytes())
                    .setMaxHeaderSize(limits.headerBytes())
                    .setMaxChunkSize(PIECE_BYTES);
        }

        @Override
        protected void initChannel(Channel channel) {
            connections.add(channel);
            channel.pipeline().addLast(new HttpServerCodec(decoding), new ClientConnection(house, limits, bodies));
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** Takes no new connections, and closes those on which no request is under way. */
    public void stopAccepting() {
        listening.close().awaitUninterruptibly();
        connections.forEach(each -> each.pipeline().fireUserEventTriggered(ClientConnection.CLOSING));
    }

    /** Waits until every reply has left and its connection is closed; answers whether that is so. */
    public boolean awaitEmpty(Duration most) {
        return connections.newCloseFuture().awaitUninterruptibly(Math.max(1, most.toMillis()));
    }

    /** Closes every connection. */
    public void closeAll() {
        connections.close().awaitUninterruptibly();
    }
}
