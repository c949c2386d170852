package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.Exchange.Outcome;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries one reply from a provider to the client.
 *
 * <p>It runs on the event loop that the client and the upstream share; its methods are called there. The turn's thread,
 * which has its {@link UpstreamCall}, only sees the head, the copy and the outcome, each safe to hand over.
 *
 * <p>What one read of the upstream brought is one batch. It is copied once, written once and flushed once, however
 * many chunks it came in: the chunks of HTTP are no part of the content, and a burst of small ones would cost a
 * hundred small writes.
 *
 * <pre>
 *   upstream ──arrived──▶ batch ──batchArrived──▶ ReplyWriter         (event loop)
 *                                      └────────▶ copy ──▶ reader     (the turn's thread)
 * </pre>
 */
final class ReplyTransfer implements ClientReply.Watcher {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyTransfer.class);

    private final ClientReply client;
    private final ReplyCopy copy;
    private final CompletableFuture<HttpResponse> head = new CompletableFuture<>();
    private volatile @Nullable Outcome outcome;

    private final ReplyBuffer arrived = new ReplyBuffer();
    private final long holdMillis;
    private int earlyBytes;
    private @Nullable UpstreamConnection connection;
    private @Nullable HttpResponse begun;
    private @Nullable Throwable suspect;
    private @Nullable Outcome ending;
    private @Nullable ReplyWriter writer;
    private @Nullable CompletableFuture<byte[]> peek;
    private int peekBytes;
    private @Nullable CompletableFuture<Void> handedOver;
    private @Nullable Bytes lastBytes;

    ReplyTransfer(ClientReply client, UpstreamLimits limits) {
        this.client = client;
        this.earlyBytes = limits.earlyBytes();
        this.holdMillis = limits.holdTime().toMillis();
        this.copy = new ReplyCopy(
                limits.wakeBytes(), limits.copyBytes(), () -> client.loop().execute(this::throttle));
    }

    // What the turn's thread sees.

    CompletableFuture<HttpResponse> head() {
        return head;
    }

    ReplyCopy copy() {
        return copy;
    }

    /** How the flow ended, or null as long as it has not. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }

    // From the connection.

    void watch() {
        client.watch(this);
    }

    /** Whether this call has ended. */
    boolean isOver() {
        return ending != null;
    }

    void connected(UpstreamConnection by) {
        connection = by;
    }

    void unreachable(UpstreamOrigin origin, Throwable cause) {
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
        if (ending == null) {
            arrived.add(piece);
        }
    }

    void complete() {
        if (ending == null) {
            ending = Outcome.COMPLETE;
        }
    }

    /** All that one read brought was taken. */
    void batchArrived() {
        if (writer == null && ending == Outcome.COMPLETE) {
            copyWhole();
        }
        if (begun != null) {
            head.complete(begun);
        }
        if (writer != null) {
            flow(writer);
        } else {
            showPeek();
            if (ending == null && arrived.length() >= earlyBytes) {
                connection().read(/* isWanted= */ false);
            }
        }
    }

    /** Copies a reply that is complete before it is relayed: its reader then finds it all and never waits. */
    private void copyWhole() {
        arrived.copyTo(copy);
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

    static ProxyException broken(String what, @Nullable Throwable cause) {
        return new ProxyException(
                ProxyException.Kind.UPSTREAM,
                "upstream_broken",
                "The upstream gave no usable reply: " + what + ". Try again.",
                cause);
    }

    // From the turn.

    /** Gathers the beginning of the reply, and shows it when there is enough or when no more will come. */
    void peek(int bytes, CompletableFuture<byte[]> shown) {
        peek = shown;
        peekBytes = bytes;
        earlyBytes = Math.max(earlyBytes, bytes);
        showPeek();
        if (ending == null) {
            connection().read(arrived.length() < earlyBytes);
        }
    }

    private void showPeek() {
        if (ending != null || arrived.length() >= peekBytes) {
            showPeekNow();
        }
    }

    /** Shows what is there, even if it is not enough. */
    void showPeekNow() {
        if (peek != null) {
            peek.complete(arrived.first(peekBytes));
            peek = null;
        }
    }

    void startFlow(ReplyWriter to) {
        writer = to;
        to.open(ending == Outcome.COMPLETE);
        flow(to);
        if (ending == null) {
            client.flush();
        }
        if (outcome == null && to instanceof TransformedReplyWriter through) {
            scheduleRelease(through);
        }
    }

    /** Asks the transformation after a while whether a client that has received nothing must wait on. */
    private void scheduleRelease(TransformedReplyWriter through) {
        var _ = client.loop().schedule(() -> releaseOverdue(through), holdMillis, TimeUnit.MILLISECONDS);
    }

    private void releaseOverdue(TransformedReplyWriter through) {
        if (outcome == null && !through.hasPassed()) {
            guard(through::releaseOverdue);
            scheduleRelease(through);
        }
    }

    private void flow(ReplyWriter to) {
        ByteBuf piece = arrived.take();
        if (piece != null) {
            if (outcome == null) {
                copy.append(piece);
            }
            guard(() -> to.take(piece, ending == Outcome.COMPLETE));
        }
        if (ending == null) {
            throttle();
        } else {
            endCopy(ending);
        }
    }

    /** Whatever goes wrong in a transformation, the turn's thread waits for the end of the copy and must see it. */
    private void guard(Runnable passing) {
        boolean hasPassed = false;
        try {
            passing.run();
            hasPassed = true;
        } catch (RuntimeException e) {
            LOG.error("the transformation of a reply failed, and the reply is cut off", e);
        } finally {
            if (!hasPassed) {
                fail();
            }
        }
    }

    /** Ends the reply as cut, whatever the upstream sends. */
    void fail() {
        if (ending == Outcome.COMPLETE) {
            ending = Outcome.UPSTREAM_CUT;
        }
        if (outcome == Outcome.COMPLETE) {
            outcome = Outcome.UPSTREAM_CUT;
        }
        stop(Outcome.UPSTREAM_CUT);
    }

    private void endCopy(Outcome how) {
        client.flush();
        if (outcome == null) {
            outcome = how;
            copy.end();
        }
        conclude();
    }

    /** Reads on only while the client takes what comes and the reader of the copy keeps up. */
    private void throttle() {
        if (ending == null && writer != null) {
            connection().read(client.isWritable() && !copy.isFull());
        }
    }

    /**
     * Passes the decoded bytes of a compressed reply to a transform.
     *
     * @param taken completed when there is capacity for more
     */
    void pass(TransformedReplyWriter to, byte[] plain, CompletableFuture<Void> taken) {
        handedOver = taken;
        guard(() -> to.pass(plain));
        if (client.isWritable() || to.isDropped()) {
            completeHandOver();
        }
    }

    private void completeHandOver() {
        if (handedOver != null) {
            handedOver.complete(null);
            handedOver = null;
        }
    }

    /** Allows the client to see the end of the reply, after these bytes. */
    void allowEnd(Bytes last) {
        lastBytes = last;
        if (outcome != null) {
            conclude();
        }
    }

    /** Ends the client's reply, as complete or as cut, if that is allowed. */
    private void conclude() {
        Bytes last = lastBytes;
        if (last == null || writer == null) {
            return;
        }
        client.unwatch(this);
        if (ending == Outcome.COMPLETE) {
            writer.end(last);
        } else {
            writer.cut(last);
        }
    }

    /** Ends the upstream call if it has not ended, and leaves the client as it is. */
    void leave() {
        client.unwatch(this);
        stop(Outcome.UPSTREAM_CUT);
    }

    /** Ends the upstream call, and a reply that was begun. */
    void abandon() {
        leave();
        if (writer != null && writer.isTouched()) {
            client.cutNow();
        }
    }

    // From the client.

    @Override
    public void clientGone() {
        stop(Outcome.CLIENT_GONE);
        head.completeExceptionally(new ProxyException(
                ProxyException.Kind.UPSTREAM, "client_gone", "The client hung up before the upstream answered."));
    }

    @Override
    public void clientWritable() {
        completeHandOver();
        throttle();
    }

    private void stop(Outcome how) {
        if (ending == null) {
            ending = how;
            if (connection != null) {
                connection.close();
            }
        }
        if (writer != null) {
            writer.drop();
        }
        if (outcome == null) {
            arrived.copyTo(copy);
            outcome = how;
            copy.end();
        }
        // The turn's thread may wait for either, and must find the outcome when it goes on.
        showPeekNow();
        completeHandOver();
        arrived.release();
    }

    private UpstreamConnection connection() {
        if (connection == null) {
            throw new IllegalStateException("expected a call that was sent, found one that was not");
        }
        return connection;
    }
}
