package dev.throughline.gateway.upstream;

import dev.throughline.engine.turn.Exchange;
import dev.throughline.gateway.coding.ContentCodings;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.gateway.http.HeaderLines;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a provider, and the pump that carries its reply to the client.
 *
 * <p>{@link Exchange}'s methods belong to the virtual thread of the turn. Everything else runs on the event loop that
 * the client and the upstream share, and the fields below {@code loop only} belong to it. Between the two there is the
 * head, the copy and the outcome, each safe to hand over.
 *
 * <p>What one read of the upstream brought is one batch. A batch is copied once, written once and flushed once, however
 * many chunks it came in: the chunks of HTTP are no part of the content, and a burst of small ones would cost a
 * hundred small writes.
 *
 * <pre>
 *   upstream ──arrived──▶ batch ──batchArrived──▶ client        (event loop)
 *                                      └────────▶ copy ──▶ reader  (virtual thread)
 * </pre>
 */
final class Call implements Exchange, ClientReply.Watcher {
    private final ClientReply client;
    private final String method;
    private final UpstreamLimits limits;
    private final PassingCopy copy;
    private final CompletableFuture<HttpResponse> head = new CompletableFuture<>();
    private volatile @Nullable Outcome outcome;
    private boolean isConcluded;
    private @Nullable HttpHeaders held;

    // loop only
    private @Nullable UpstreamConnection connection;
    private @Nullable HttpResponse begun;
    private @Nullable Throwable suspect;
    private @Nullable ByteBuf batch;
    private boolean isBatchOurs;
    private @Nullable Outcome ending;
    private @Nullable HttpHeaders clientHeaders;
    private boolean isHeadHeld;
    private boolean mayEnd;

    Call(ClientReply client, String method, UpstreamLimits limits) {
        this.client = client;
        this.method = method;
        this.limits = limits;
        this.copy = new PassingCopy(
                limits.wakeBytes(), limits.copyBytes(), () -> client.loop().execute(this::throttle));
    }

    // The virtual thread's side.

    void awaitHead(Origin origin) {
        try {
            var _ = head.get(limits.firstByteTime().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProxyException known ? known : broken("it failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            close();
            throw new ProxyException(
                    ProxyException.Kind.UPSTREAM,
                    "upstream_timeout",
                    "The upstream " + origin + " did not begin to answer within "
                            + limits.firstByteTime().toSeconds() + " seconds.",
                    e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw broken("the wait for it was interrupted", e);
        }
    }

    @Override
    public int status() {
        return head.join().status().code();
    }

    @Override
    public Headers headers() {
        return HeaderLines.house(Forwarded.reply(head.join().headers(), Headers.NONE));
    }

    @Override
    public InputStream relay(Headers added) {
        HttpHeaders headers = Forwarded.reply(head.join().headers(), added);
        client.promise();
        if (outcome != null && headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            // The whole reply is here, and as one piece it is held back: finish() can do both in one hand-over.
            held = headers;
        } else {
            client.loop().execute(() -> startFlow(headers));
        }
        return readable(head.join().headers().get(HttpHeaderNames.CONTENT_ENCODING));
    }

    /** The copy without its content encoding; one that is not what it says ends early. */
    private InputStream readable(@Nullable String coding) {
        return coding == null ? copy : ContentCodings.undone(copy, coding);
    }

    @Override
    public Outcome outcome() {
        Outcome known = outcome;
        if (known == null) {
            throw new IllegalStateException("expected the copy to be read to its end first, found it flowing");
        }
        return known;
    }

    @Override
    public void finish() {
        client.settle();
        HttpHeaders headers = held;
        client.loop().execute(() -> {
            if (headers != null) {
                startFlow(headers);
            }
            allowEnd();
        });
        isConcluded = outcome != null;
    }

    @Override
    public void close() {
        if (!isConcluded) {
            isConcluded = true;
            client.loop().execute(this::abandon);
        }
    }

    // The event loop's side: from the connection.

    void watch() {
        client.watch(this);
    }

    /** Whether nobody waits for this call any more. */
    boolean isOver() {
        return ending != null;
    }

    void connected(UpstreamConnection by) {
        connection = by;
    }

    void unreachable(Origin origin, Throwable cause) {
        ending = Outcome.UPSTREAM_CUT;
        client.unwatch(this);
        head.completeExceptionally(new ProxyException(
                ProxyException.Kind.UPSTREAM,
                "upstream_unreachable",
                "The upstream " + origin + " could not be reached (" + cause.getMessage()
                        + "). Check its base URL and the network.",
                cause));
    }

    /** The connection failed; what that means shows when it ends. */
    void suspect(Throwable cause) {
        suspect = cause;
    }

    void begun(HttpResponse response) {
        begun = response;
    }

    void arrived(ByteBuf piece) {
        if (ending != null || !piece.isReadable()) {
            return;
        }
        if (batch == null) {
            batch = piece.retain();
            isBatchOurs = false;
        } else if (isBatchOurs) {
            batch.writeBytes(piece);
        } else {
            ByteBuf joined = piece.alloc().buffer(Math.max(4096, 2 * (batch.readableBytes() + piece.readableBytes())));
            joined.writeBytes(batch).writeBytes(piece);
            batch.release();
            batch = joined;
            isBatchOurs = true;
        }
    }

    void complete() {
        if (ending == null) {
            ending = Outcome.COMPLETE;
        }
    }

    /** All that one read brought was taken. */
    void batchArrived() {
        if (clientHeaders == null && ending == Outcome.COMPLETE) {
            copyWhole();
        }
        if (begun != null) {
            head.complete(begun);
        }
        if (clientHeaders != null) {
            flow();
        } else if (ending == null && batch != null && batch.readableBytes() >= limits.earlyBytes()) {
            connection().read(/* isWanted= */ false);
        }
    }

    /** Copies a reply that is complete before it is relayed: its reader then finds it all and never waits. */
    private void copyWhole() {
        if (batch != null) {
            copy.append(batch);
        }
        outcome = Outcome.COMPLETE;
        copy.end();
    }

    /** The connection ended before the reply did. */
    void cut() {
        if (ending != null) {
            return;
        }
        ending = Outcome.UPSTREAM_CUT;
        if (begun == null) {
            client.unwatch(this);
            head.completeExceptionally(broken("it closed the connection before a reply, or sent no HTTP", suspect));
        } else {
            batchArrived();
        }
    }

    private static ProxyException broken(String what, @Nullable Throwable cause) {
        String message = "The upstream gave no usable reply: " + what + ". Try again.";
        return cause == null
                ? new ProxyException(ProxyException.Kind.UPSTREAM, "upstream_broken", message)
                : new ProxyException(ProxyException.Kind.UPSTREAM, "upstream_broken", message, cause);
    }

    // The event loop's side: to the client.

    private void startFlow(HttpHeaders headers) {
        clientHeaders = headers;
        // A reply with a length that is here as a whole is one piece, and the last piece waits for finish().
        isHeadHeld = ending == Outcome.COMPLETE && !isUnmeasured();
        if (!isHeadHeld) {
            begin();
        }
        flow();
        if (ending == null) {
            client.flush();
        }
    }

    private void begin() {
        if (begun != null && clientHeaders != null) {
            client.begin(begun.status(), clientHeaders, hasBody());
        }
    }

    private boolean hasBody() {
        int status = status();
        return !method.equals("HEAD") && status != 204 && status != 304;
    }

    /** Whether the client learns the end of the body from a final chunk, and not from a length. */
    private boolean isUnmeasured() {
        return hasBody() && clientHeaders != null && !clientHeaders.contains(HttpHeaderNames.CONTENT_LENGTH);
    }

    private void flow() {
        ByteBuf piece = batch;
        if (piece != null && outcome == null) {
            copy.append(piece);
        }
        boolean isLastPiece = ending == Outcome.COMPLETE && !isUnmeasured();
        if (piece != null && !isLastPiece) {
            batch = null;
            client.pass(piece);
            client.flush();
        }
        if (ending == null) {
            throttle();
        } else {
            endCopy(ending);
        }
    }

    private void endCopy(Outcome how) {
        client.flush();
        if (outcome == null) {
            outcome = how;
            copy.end();
        }
        if (mayEnd) {
            conclude();
        }
    }

    /** Reads on only while the client takes what comes and the reader of the copy keeps up. */
    private void throttle() {
        if (ending == null && clientHeaders != null) {
            connection().read(client.isWritable() && !copy.isFull());
        }
    }

    private void allowEnd() {
        mayEnd = true;
        if (outcome != null) {
            conclude();
        }
    }

    /** Lets the client see how the reply ended: as it should, or cut. */
    private void conclude() {
        client.unwatch(this);
        if (ending == Outcome.COMPLETE) {
            if (isHeadHeld) {
                begin();
            }
            ByteBuf last = batch == null ? Unpooled.EMPTY_BUFFER : batch;
            batch = null;
            client.end(last);
        } else {
            client.cut();
        }
    }

    /** Nobody wants the rest: ends the upstream call, and a reply that was begun. */
    private void abandon() {
        client.unwatch(this);
        stop(Outcome.UPSTREAM_CUT);
        if (clientHeaders != null || held != null) {
            client.cut();
        }
    }

    @Override
    public void clientGone() {
        stop(Outcome.CLIENT_GONE);
        head.completeExceptionally(new ProxyException(
                ProxyException.Kind.UPSTREAM, "client_gone", "The client hung up before the upstream answered."));
    }

    @Override
    public void clientWritable() {
        throttle();
    }

    private void stop(Outcome how) {
        if (ending == null) {
            ending = how;
            if (connection != null) {
                connection.close();
            }
        }
        if (outcome == null) {
            if (batch != null) {
                copy.append(batch);
            }
            outcome = how;
            copy.end();
        }
        ReferenceCountUtil.release(batch);
        batch = null;
    }

    private UpstreamConnection connection() {
        if (connection == null) {
            throw new IllegalStateException("expected a call that was sent, found one that was not");
        }
        return connection;
    }
}
