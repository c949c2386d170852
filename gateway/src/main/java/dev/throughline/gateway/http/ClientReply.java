package dev.throughline.gateway.http;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one request.
 *
 * <p>{@link ClientStream}'s methods may be called by any thread. All others belong to the connection's event loop; the
 * transfer from the upstream, which runs on the same loop, calls them directly.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write fails only with its connection, which is reported.
public final class ClientReply implements ClientStream {
    /** Called on the event loop when the client disconnects or can receive more. */
    public interface Watcher {
        void clientGone();

        void clientWritable();
    }

    private final ClientConnection connection;
    private final ChannelHandlerContext channel;
    private final ReceivedRequest request;
    private final boolean isOldHttp;
    private final long startedNanos = System.nanoTime();
    private volatile boolean hasBegun;
    private volatile boolean isGone;
    private volatile boolean isEndOrdered;

    private boolean keepsAlive;
    private boolean isHeadWritten;
    private boolean isEnded;
    private int status;
    private long firstByteNanos;
    private long bytesOut;
    private @Nullable Watcher watcher;

    /** @param request the request without its body */
    ClientReply(
            ClientConnection connection,
            ChannelHandlerContext channel,
            ReceivedRequest request,
            boolean isOldHttp,
            boolean keepsAlive) {
        this.connection = connection;
        this.channel = channel;
        this.request = request;
        this.isOldHttp = isOldHttp;
        this.keepsAlive = keepsAlive;
    }

    @Override
    public void answer(int status, Headers headers, Bytes body) {
        if (hasBegun) {
            throw new IllegalStateException(
                    "expected no reply yet, found one begun; it cannot be changed to " + status);
        }
        hasBegun = true;
        isEndOrdered = true;
        channel.executor().execute(() -> answerNow(status, headers, body));
    }

    @Override
    public boolean hasBegun() {
        return hasBegun;
    }

    @Override
    public boolean isGone() {
        return isGone;
    }

    @Override
    public void write(Bytes bytes) {
        checkOpen();
        channel.executor().execute(() -> {
            writeBody(Unpooled.wrappedBuffer(bytes.array(), bytes.offset(), bytes.length()));
            flush();
        });
    }

    @Override
    public void end() {
        checkOpen();
        isEndOrdered = true;
        channel.executor().execute(() -> end(Unpooled.EMPTY_BUFFER));
    }

    private void checkOpen() {
        if (!hasBegun || isEndOrdered) {
            throw new IllegalStateException(
                    "expected a reply that was begun and left open, found " + (hasBegun ? "it ended" : "none begun"));
        }
    }

    @Override
    public void cut() {
        hasBegun = true;
        isEndOrdered = true;
        channel.executor().execute(this::cutAndNotify);
    }

    /** Marks the reply as begun before its head is written; for whoever calls {@link #begin} later. */
    public void markBegun() {
        hasBegun = true;
    }

    /** Marks the reply as one whose end was ordered; for whoever calls {@link #end} later. */
    public void markEndOrdered() {
        isEndOrdered = true;
    }

    /** Closes the connection if nobody ordered the end of the reply. May be called by any thread. */
    public void abandon() {
        if (!isEndOrdered) {
            channel.executor().execute(this::cutAndNotify);
        }
    }

    /** Tells the watcher that nobody reads the rest, so that it can stop. */
    private void cutAndNotify() {
        cutNow();
        if (watcher != null) {
            watcher.clientGone();
        }
    }

    public EventLoop loop() {
        return channel.channel().eventLoop();
    }

    /** Sets the watcher of the client; it is called at once if the client has already disconnected. */
    public void watch(Watcher next) {
        watcher = next;
        if (isGone) {
            next.clientGone();
        }
    }

    /** Ends the watching, if it is still this watcher's. */
    public void unwatch(Watcher last) {
        if (last.equals(watcher)) {
            watcher = null;
        }
    }

    public boolean isWritable() {
        return channel.channel().isWritable();
    }

    /** Writes the head of the reply: chunked, unless the headers have a length or there is no body to frame. */
    public void begin(HttpResponseStatus replyStatus, HttpHeaders headers, boolean hasBody) {
        hasBegun = true;
        if (isGone || isEnded) {
            return;
        }
        if (hasBody && !headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            frame(headers);
        }
        keepsAlive &= !connection.isClosing();
        if (!keepsAlive) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (isOldHttp) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        isHeadWritten = true;
        status = replyStatus.code();
        firstByteNanos = System.nanoTime();
        channel.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, replyStatus, headers), channel.voidPromise());
    }

    /** HTTP/1.0 knows no chunks: there the end of the connection is the end of the body. */
    private void frame(HttpHeaders headers) {
        if (isOldHttp) {
            keepsAlive = false;
        } else {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
    }

    /** Writes the next piece of the body; owns it from now on. */
    public void writeBody(ByteBuf piece) {
        if (isGone || isEnded) {
            piece.release();
            return;
        }
        bytesOut += piece.readableBytes();
        channel.write(new DefaultHttpContent(piece), channel.voidPromise());
    }

    public void flush() {
        channel.flush();
    }

    /** Ends the reply, with a last piece that it owns from now on. */
    public void end(ByteBuf last) {
        if (isGone || isEnded) {
            last.release();
            return;
        }
        isEnded = true;
        bytesOut += last.readableBytes();
        LastHttpContent end = last.isReadable() ? new DefaultLastHttpContent(last) : emptyEnd(last);
        connection.finish(this, channel.writeAndFlush(end), keepsAlive && !connection.isClosing());
    }

    private static LastHttpContent emptyEnd(ByteBuf empty) {
        empty.release();
        return LastHttpContent.EMPTY_LAST_CONTENT;
    }

    /** Breaks the reply off after what was written of it: the client sees its connection end too early. */
    public void cutNow() {
        if (isGone || isEnded) {
            return;
        }
        isEnded = true;
        connection.finish(this, channel.writeAndFlush(Unpooled.EMPTY_BUFFER), /* keepsAlive= */ false);
    }

    /** Answers with a whole reply, on the event loop. */
    void answerNow(int replyStatus, Headers headers, Bytes body) {
        HttpHeaders lines = NettyHeaders.toNetty(headers);
        lines.set(HttpHeaderNames.CONTENT_LENGTH, body.length());
        begin(HttpResponseStatus.valueOf(replyStatus), lines, /* hasBody= */ true);
        end(Unpooled.wrappedBuffer(body.array(), body.offset(), body.length()));
    }

    /** Whether the head was written: what follows is more of the same reply. */
    public boolean isHeadWritten() {
        return isHeadWritten;
    }

    /** Whether the client uses HTTP/1.0, which has no interim statuses. */
    boolean isOldHttp() {
        return isOldHttp;
    }

    /** The connection ends after this reply, whatever the client asked for. */
    void closeAfter() {
        keepsAlive = false;
    }

    void clientGone() {
        isGone = true;
        isEnded = true;
        if (watcher != null) {
            watcher.clientGone();
        }
    }

    void clientWritable() {
        if (watcher != null) {
            watcher.clientWritable();
        }
    }

    /** The request, without its body. */
    ReceivedRequest request() {
        return request;
    }

    /** How it went; for a reply that has ended. */
    RequestReceiver.FinishedReply finished() {
        return new RequestReceiver.FinishedReply(
                status,
                Duration.ofNanos(System.nanoTime() - startedNanos),
                isHeadWritten ? Optional.of(Duration.ofNanos(firstByteNanos - startedNanos)) : Optional.empty(),
                bytesOut,
                isGone);
    }
}
