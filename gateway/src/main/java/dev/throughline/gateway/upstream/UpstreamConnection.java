package dev.throughline.gateway.upstream;

import dev.throughline.model.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a provider: carries one call at a time, and waits in its pool between two.
 *
 * <p>A large body is written in slices, each when the one before has left, so that it is not copied whole into memory
 * outside the heap. Reading does not wait for that: a provider may refuse a request before it has seen all of it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write fails only with its connection, which is reported.
final class UpstreamConnection extends ChannelInboundHandlerAdapter {
    private static final int SLICE_BYTES = 256 << 10;
    private static final int SWITCHING_PROTOCOLS = 101;

    /** How long a reply may take to arrive after its request could not be written. */
    private static final long LAST_WORDS_MILLIS = 1000;

    private final LoopPool pool;
    private final Origin origin;
    private @Nullable ChannelHandlerContext channel;
    private @Nullable Pump pump;
    private Bytes unsent = Bytes.EMPTY;
    private int sentBytes;
    private boolean isSent;
    private boolean isInterim;
    private boolean isReplyEnded;
    private boolean isBroken;
    private boolean keepsAlive;
    private Duration idleTime;
    private long idleSinceNanos;

    UpstreamConnection(LoopPool pool, Origin origin, Duration idleTime) {
        this.pool = pool;
        this.origin = origin;
        this.idleTime = idleTime;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        channel = added;
    }

    Origin origin() {
        return origin;
    }

    private ChannelHandlerContext channel() {
        if (channel == null) {
            throw new IllegalStateException("expected a connection to " + origin + ", found it unused");
        }
        return channel;
    }

    boolean isUsable() {
        return channel().channel().isActive();
    }

    /** Whether it waited long enough in the pool. */
    boolean isStale(long nowNanos) {
        return nowNanos - idleSinceNanos >= idleTime.toNanos();
    }

    void close() {
        channel().close();
    }

    /** Stops reading, or goes on. */
    void read(boolean isWanted) {
        if (channel().channel().config().isAutoRead() != isWanted) {
            channel().channel().config().setAutoRead(isWanted);
        }
    }

    /** Writes a request and gives its reply to {@code next}. */
    void send(Outgoing request, Pump next) {
        pump = next;
        isSent = false;
        isReplyEnded = false;
        isInterim = false;
        next.connected(this);
        HttpMethod method = HttpMethod.valueOf(request.method());
        Bytes body = request.body();
        if (body.length() <= SLICE_BYTES) {
            ByteBuf whole = Unpooled.wrappedBuffer(body.array(), body.offset(), body.length());
            sent(channel()
                    .writeAndFlush(new DefaultFullHttpRequest(
                            HttpVersion.HTTP_1_1,
                            method,
                            request.target(),
                            whole,
                            request.headers(),
                            EmptyHttpHeaders.INSTANCE)));
        } else {
            unsent = body;
            sentBytes = 0;
            channel().write(new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, request.target(), request.headers()));
            sendSlices();
        }
    }

    private void sendSlices() {
        while (sentBytes < unsent.length() && channel().channel().isWritable()) {
            int length = Math.min(SLICE_BYTES, unsent.length() - sentBytes);
            ByteBuf slice = Unpooled.wrappedBuffer(unsent.array(), unsent.offset() + sentBytes, length);
            sentBytes += length;
            if (sentBytes == unsent.length()) {
                sent(channel().writeAndFlush(new DefaultLastHttpContent(slice)));
                unsent = Bytes.EMPTY;
                sentBytes = 0;
                return;
            }
            channel().writeAndFlush(new DefaultHttpContent(slice));
        }
    }

    private void sent(ChannelFuture written) {
        Pump current = pump;
        written.addListener(done -> {
            if (pump != current) {
                return;
            }
            isSent = done.isSuccess();
            if (!done.isSuccess()) {
                channel().executor().schedule(this::close, LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ignored) {
        sendSlices();
    }

    @Override
    public void channelRead(ChannelHandlerContext ignored, Object message) {
        HttpObject part = (HttpObject) message;
        try {
            if (pump == null || isReplyEnded || part.decoderResult().isFailure()) {
                isBroken = true;
                close();
                return;
            }
            if (part instanceof HttpResponse head) {
                takeHead(pump, head);
            }
            if (part instanceof HttpContent content) {
                takeContent(pump, content);
            }
        } finally {
            ReferenceCountUtil.release(part);
        }
    }

    private void takeHead(Pump current, HttpResponse head) {
        int status = head.status().code();
        isInterim = head.status().codeClass() == HttpStatusClass.INFORMATIONAL && status != SWITCHING_PROTOCOLS;
        if (isInterim) {
            return;
        }
        if (status == SWITCHING_PROTOCOLS) {
            isBroken = true;
            close();
            return;
        }
        keepsAlive = HttpUtil.isKeepAlive(head);
        idleTime = KeepAlive.idleTime(
                head.headers().get("keep-alive"), pool.limits().idleTime());
        current.begun(head);
    }

    private void takeContent(Pump current, HttpContent content) {
        boolean isLast = content instanceof LastHttpContent;
        if (isInterim) {
            isInterim = !isLast;
            return;
        }
        current.arrived(content.content());
        // Of a reply that ends with its connection, a broken connection looks like the end.
        if (isLast && !isBroken) {
            isReplyEnded = true;
            current.complete();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ignored) {
        Pump current = pump;
        if (current == null) {
            return;
        }
        if (isReplyEnded) {
            leave();
        }
        current.batchArrived();
    }

    /** The call has all it needs: waits for the next one, or closes if that is not possible. */
    private void leave() {
        pump = null;
        if (keepsAlive && isSent && channel().channel().isActive()) {
            read(/* isWanted= */ true);
            idleSinceNanos = System.nanoTime();
            pool.release(this);
        } else {
            close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ignored) {
        pool.forget(this);
        Pump current = pump;
        pump = null;
        if (current != null && isReplyEnded) {
            current.batchArrived();
        } else if (current != null) {
            current.cut();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ignored, Throwable cause) {
        isBroken = true;
        if (pump != null) {
            pump.suspect(cause);
        }
        close();
    }
}
