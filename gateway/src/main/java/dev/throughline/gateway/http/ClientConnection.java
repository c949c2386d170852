package dev.throughline.gateway.http;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: collects a request, has it answered, and begins again.
 *
 * <p>What arrives while a request is being answered is the next request of a client that does not wait (pipelining). It
 * is queued, and reading stops until it is its turn; at most one read is queued.
 *
 * <p>A request that is refused before it is complete is answered at once, and what still comes of it is thrown away for
 * a while. Closing at once would reset the connection, and the client would see that instead of the refusal.
 *
 * <p>A client may close its side once its request is sent, and still wait for the answer. That looks the same from here
 * as when it closed both sides, so an interim status is sent, twice: a client that waits ignores it, and the system of
 * one that has gone resets the connection, which cancels the turn. A side that is closed after the reply has begun is
 * that of a client that leaves.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write fails only with its connection, which is reported.
final class ClientConnection extends ChannelInboundHandlerAdapter {
    /** Sent through the pipeline of every connection when the gateway begins to close. */
    static final Object CLOSING = new Object();

    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
    private static final long PROBE_MILLIS = 100;
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private enum State {
        /** Between requests. */
        READY,
        /** Part of a request is here. */
        GATHERING,
        /** A request is complete and its reply is not. */
        ANSWERING,
        /** A request was refused and the rest of it is thrown away. */
        LINGERING
    }

    private final RequestReceiver receiver;
    private final HttpLimits limits;
    private final LargeBodyQuota.Share share;
    private final Queue<HttpObject> pipelined = new ArrayDeque<>();
    private State state = State.READY;
    private @Nullable ClientReply reply;
    private @Nullable RequestBody body;
    /** When what has begun to arrive must be complete. */
    private @Nullable ScheduledFuture<?> deadline;

    private boolean isDecoded;
    private boolean isHalfClosed;
    private long discarded;
    private long lastReadNanos = System.nanoTime();

    ClientConnection(RequestReceiver receiver, HttpLimits limits, LargeBodyQuota bodies) {
        this.receiver = receiver;
        this.limits = limits;
        this.share = bodies.share();
    }

    @Override
    public void channelActive(ChannelHandlerContext channel) {
        if (receiver.isClosing()) {
            channel.close();
        } else {
            watchSilence(channel);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) {
        isDecoded = true;
        HttpObject part = (HttpObject) message;
        if (state == State.ANSWERING || !pipelined.isEmpty()) {
            pipelined.add(part);
            channel.channel().config().setAutoRead(false);
        } else {
            take(channel, part);
        }
    }

    /** Sets a deadline for the rest of a request that has begun. */
    @Override
    public void channelReadComplete(ChannelHandlerContext channel) {
        if (state == State.GATHERING && body != null) {
            setDeadline(channel, limits.bodyTime(), RequestRefusal.bodyTooSlow(limits.bodyTime()));
        } else if (state == State.READY && !isDecoded && pipelined.isEmpty()) {
            // Bytes came and made up nothing yet: the beginning of a head.
            setDeadline(channel, limits.headTime(), RequestRefusal.headTooSlow(limits.headTime()));
        }
        isDecoded = false;
        channel.fireChannelReadComplete();
    }

    private void setDeadline(ChannelHandlerContext channel, Duration most, RequestRefusal refusal) {
        if (deadline == null) {
            deadline = channel.executor()
                    .schedule(() -> refuse(channel, current(channel), refusal), most.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void cancelDeadline() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    private void take(ChannelHandlerContext channel, HttpObject part) {
        lastReadNanos = System.nanoTime();
        try {
            if (state == State.LINGERING) {
                discard(channel, part);
            } else if (part.decoderResult().isFailure()) {
                takeMalformed(channel, part);
            } else {
                if (part instanceof HttpRequest head) {
                    begin(channel, head);
                }
                if (part instanceof HttpContent content) {
                    gather(channel, content);
                }
            }
        } finally {
            ReferenceCountUtil.release(part);
        }
    }

    private void begin(ChannelHandlerContext channel, HttpRequest head) {
        ClientReply next = open(channel, head);
        if (NettyHeaders.hasControl(head)) {
            refuse(channel, next, RequestRefusal.controlCharacters());
            return;
        }
        long announced = HttpUtil.getContentLength(head, -1L);
        if (announced > limits.bodyBytes()) {
            refuse(channel, next, RequestRefusal.bodyTooLarge(limits.bodyBytes()));
            return;
        }
        body = new RequestBody(announced, limits.bodyBytes());
        if (HttpUtil.is100ContinueExpected(head)) {
            // Written past the encoder, which counts every head that it sees as the reply to a request.
            channel.pipeline().context(HttpServerCodec.class).writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
        }
    }

    private ClientReply open(ChannelHandlerContext channel, HttpRequest head) {
        cancelDeadline();
        state = State.GATHERING;
        ReceivedRequest request = new ReceivedRequest(
                head.method().name(), head.uri(), NettyHeaders.fromNetty(head.headers()), Bytes.EMPTY);
        boolean isOldHttp = head.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        ClientReply next = new ClientReply(this, channel, request, isOldHttp, HttpUtil.isKeepAlive(head));
        reply = next;
        return next;
    }

    private void gather(ChannelHandlerContext channel, HttpContent content) {
        ClientReply current = reply;
        RequestBody gathered = body;
        if (current == null || gathered == null) {
            return;
        }
        if (!gathered.take(content.content())) {
            refuse(channel, current, RequestRefusal.bodyTooLarge(limits.bodyBytes()));
        } else if (!share.grow(gathered.length())) {
            refuse(channel, current, RequestRefusal.bodiesTooLarge(limits.bodiesBytes()));
        } else if (content instanceof LastHttpContent) {
            cancelDeadline();
            state = State.ANSWERING;
            body = null;
            ReceivedRequest head = current.request();
            receiver.received(
                    new ReceivedRequest(head.method(), head.target(), head.headers(), gathered.bytes()), current);
        }
    }

    private void takeMalformed(ChannelHandlerContext channel, HttpObject part) {
        ClientReply current =
                reply == null && part instanceof HttpRequest head ? open(channel, head) : current(channel);
        Throwable cause = part.decoderResult().cause();
        refuse(channel, current, refusal(cause));
    }

    /** The reply to what has arrived so far, even if the request is not readable. */
    private ClientReply current(ChannelHandlerContext channel) {
        ClientReply current = reply;
        if (current == null) {
            current = new ClientReply(
                    this,
                    channel,
                    new ReceivedRequest("GET", "/", Headers.NONE, Bytes.EMPTY),
                    /* isOldHttp= */ false,
                    /* keepsAlive= */ false);
            reply = current;
        }
        return current;
    }

    private RequestRefusal refusal(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return RequestRefusal.lineTooLong(limits.requestLineBytes());
        }
        if (cause instanceof TooLongHttpHeaderException || cause instanceof TooLongFrameException) {
            return RequestRefusal.headersTooLarge(limits.headerBytes());
        }
        return RequestRefusal.malformed(String.valueOf(cause.getMessage()));
    }

    private void refuse(ChannelHandlerContext channel, ClientReply current, RequestRefusal refusal) {
        cancelDeadline();
        body = null;
        state = State.LINGERING;
        current.closeAfter();
        Bytes errorBody = receiver.errorBody(current.request(), refusal);
        current.answerNow(refusal.status(), Headers.of("content-type", "application/json"), errorBody);
        channel.channel()
                .eventLoop()
                .schedule(() -> channel.close(), limits.lingerTime().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void discard(ChannelHandlerContext channel, HttpObject part) {
        if (part instanceof HttpContent content) {
            discarded += content.content().readableBytes();
        }
        if (part instanceof LastHttpContent || discarded > limits.discardBytes()) {
            channel.close();
        }
    }

    /** The last of a reply was written. Called by the reply. */
    void finish(ClientReply ended, ChannelFuture written, boolean keepsAlive) {
        receiver.replyEnded(ended.request(), ended.finished());
        share.giveBack();
        reply = null;
        Channel channel = written.channel();
        if (state == State.LINGERING) {
            written.addListener(done -> ((DuplexChannel) channel).shutdownOutput());
        } else if (!keepsAlive || (isHalfClosed && pipelined.isEmpty())) {
            written.addListener(ChannelFutureListener.CLOSE);
        } else {
            state = State.READY;
            lastReadNanos = System.nanoTime();
            if (!pipelined.isEmpty()) {
                // Not from here: the reply that just ended may still be on the stack.
                channel.eventLoop().execute(() -> resume(channel));
            }
        }
    }

    /** Continues with what is queued, and reads again when the queue is empty. */
    private void resume(Channel channel) {
        ChannelHandlerContext own = channel.pipeline().context(this);
        while (own != null && state != State.ANSWERING && !pipelined.isEmpty()) {
            take(own, pipelined.remove());
        }
        if (pipelined.isEmpty()) {
            channel.config().setAutoRead(true);
        }
    }

    boolean isClosing() {
        return receiver.isClosing();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext channel, Object event) {
        if (CLOSING.equals(event) && (state == State.READY || state == State.LINGERING)) {
            channel.close();
        } else if (event instanceof ChannelInputShutdownEvent) {
            halfClosed(channel);
        }
    }

    /** The client sends no more: it waits for its answer, or it has gone. */
    private void halfClosed(ChannelHandlerContext channel) {
        isHalfClosed = true;
        ClientReply current = reply;
        if (state != State.ANSWERING || current == null || current.isHeadWritten()) {
            if (pipelined.isEmpty()) {
                channel.close();
            }
        } else if (!current.isOldHttp()) {
            probe(channel, current);
            channel.executor().schedule(() -> probe(channel, current), PROBE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Writes an interim status: a waiting client ignores it, and one that has gone resets the connection. */
    private void probe(ChannelHandlerContext channel, ClientReply waiting) {
        if (waiting.equals(reply) && !waiting.isHeadWritten()) {
            channel.pipeline()
                    .context(HttpServerCodec.class)
                    .writeAndFlush(Unpooled.wrappedBuffer(CONTINUE))
                    .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext channel) {
        if (reply != null && channel.channel().isWritable()) {
            reply.clientWritable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext channel) {
        cancelDeadline();
        share.giveBack();
        pipelined.forEach(ReferenceCountUtil::release);
        pipelined.clear();
        ClientReply last = reply;
        reply = null;
        if (last != null) {
            last.clientGone();
            receiver.replyEnded(last.request(), last.finished());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext channel, Throwable cause) {
        LOG.debug("closing the connection of {}: {}", channel.channel().remoteAddress(), cause.toString());
        channel.close();
    }

    /** Closes a connection without a complete request that is silent for too long. */
    private void watchSilence(ChannelHandlerContext channel) {
        long idleNanos = limits.idleTime().toNanos();
        boolean isWaiting = state == State.READY || state == State.GATHERING;
        long silentNanos = isWaiting ? System.nanoTime() - lastReadNanos : 0;
        if (silentNanos >= idleNanos) {
            channel.close();
        } else if (channel.channel().isActive()) {
            channel.executor().schedule(() -> watchSilence(channel), idleNanos - silentNanos, TimeUnit.NANOSECONDS);
        }
    }
}
