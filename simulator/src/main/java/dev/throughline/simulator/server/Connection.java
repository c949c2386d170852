package dev.throughline.simulator.server;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.Delivery.Manner;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.CompletableFuture;

/**
 * One exchange's hold on its connection, for a thread that blocks.
 *
 * <p>Each write returns when the bytes are in the socket, so a client that does not read holds up whoever writes to it.
 * Used by one thread; {@link #gone} is completed by the connection's own.
 */
final class Connection {
    private final Channel channel;
    private final boolean keepsAlive;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private volatile boolean over;

    Connection(Channel channel, boolean keepsAlive) {
        this.channel = channel;
        this.keepsAlive = keepsAlive;
    }

    /** Done as soon as the client has left, also while nothing is being written. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    /** Whether the exchange ended by the server's doing: the whole answer was sent, or it was cut on purpose. */
    boolean isOver() {
        return over;
    }

    void head(int status, Headers headers) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        headers.all().forEach(header -> head.headers().add(header.name(), header.value()));
        if (!keepsAlive) {
            head.headers().set("connection", "close");
        }
        await(channel.writeAndFlush(head));
    }

    void body(byte[] bytes) {
        if (bytes.length > 0) {
            await(channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes))));
        }
    }

    /**
     * Ends the answer. The note is taken on the connection's own thread, so that no later close looks like a cancel.
     */
    void end() {
        ChannelFuture last = channel.write(LastHttpContent.EMPTY_LAST_CONTENT);
        last.addListener(done -> over = done.isSuccess());
        channel.flush();
        await(last);
        over = true; // A listener may run after a waiter woke up.
        if (!keepsAlive) {
            ChannelFuture _ = channel.close();
        }
    }

    /** Sends bytes past the HTTP encoder. */
    void garbage(Bytes bytes) {
        await(channel.pipeline().context(HttpServerCodec.class).writeAndFlush(Unpooled.wrappedBuffer(bytes.toArray())));
    }

    /** Ends the connection before the answer is complete. */
    ConnectionEndedException cut(Manner manner) {
        over = true;
        if (manner == Manner.RESET) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        channel.close().awaitUninterruptibly();
        return new ConnectionEndedException("cut by the script");
    }

    /** Closes the connection at once, without waiting. */
    void abandon() {
        over = true;
        ChannelFuture _ = channel.close();
    }

    private void await(ChannelFuture written) {
        written.awaitUninterruptibly();
        if (!written.isSuccess()) {
            throw new ConnectionEndedException("the client left: " + written.cause());
        }
    }
}
