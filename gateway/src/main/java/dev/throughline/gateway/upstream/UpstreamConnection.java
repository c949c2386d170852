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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Duration IDLE_MARGIN = Duration.ofSeconds(1);
    private static final Pattern KEEP_ALIVE_TIMEOUT =
            Pattern.compile("(?:^|,)\\s*timeout=([0-9]{1,6})\\s*(?:,|$)", Pattern.CASE_INSENSITIVE);

    private final ConnectionPool pool;
    private final UpstreamOrigin origin;
    private @Nullable ChannelHandlerContext channel;
    private @Nullable ReplyTransfer transfer;
    private Bytes unsent = Bytes.EMPTY;
    private int sentBytes;
    private boolean isSent;
    private boolean isInterim;
    private boolean isReplyEnded;
    private boolean isBroken;
    private boolean keepsAlive;
    private Duration idleTime;
    private long idleSinceNanos;

    UpstreamConnection(ConnectionPool pool, UpstreamOrigin origin, Duration idleTime) {
        this.pool = pool;
        this.origin = origin;
        this.idleTime = idleTime;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        channel = added;
    }

    UpstreamOrigin origin() {
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
    void send(ConnectionPool.OutgoingRequest request, ReplyTransfer next) {
        transfer = next;
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
        ReplyTransfer current = transfer;
        written.addListener(done -> {
            if (transfer != current) {
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
            if (transfer == null || isReplyEnded || part.decoderResult().isFailure()) {
                isBroken = true;
                close();
                return;
            }
            if (part instanceof HttpResponse head) {
                takeHead(transfer, head);
            }
            if (part instanceof HttpContent content) {
                takeContent(transfer, content);
            }
        } finally {
            ReferenceCountUtil.release(part);
        }
    }

    private void takeHead(ReplyTransfer current, HttpResponse head) {
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
        idleTime = idleTime(head.headers().get("keep-alive"), pool.limits().idleTime());
        current.begun(head);
    }

    /**
     * The shorter of our own idle time and the one that a header like {@code Keep-Alive: timeout=5, max=100} announces.
     * We let go a little earlier than the server: a request that meets a closing connection is lost, and only its
     * client may send it again.
     */
    static Duration idleTime(@Nullable String header, Duration own) {
        Matcher announced = KEEP_ALIVE_TIMEOUT.matcher(header == null ? "" : header);
        if (!announced.find()) {
            return own;
        }
        Duration theirs = Duration.ofSeconds(Long.parseLong(announced.group(1))).minus(IDLE_MARGIN);
        return theirs.compareTo(own) < 0 ? theirs : own;
    }

    private void takeContent(ReplyTransfer current, HttpContent content) {
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
        ReplyTransfer current = transfer;
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
        transfer = null;
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
        ReplyTransfer current = transfer;
        transfer = null;
        if (current != null && isReplyEnded) {
            current.batchArrived();
        } else if (current != null) {
            current.cut();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ignored, Throwable cause) {
        isBroken = true;
        if (transfer != null) {
            transfer.suspect(cause);
        }
        close();
    }
}
