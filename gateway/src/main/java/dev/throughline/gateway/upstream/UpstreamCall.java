package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.gateway.http.NettyHeaders;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call of a provider, as the turn's thread sees it. Its {@link ReplyTransfer} does the work on the event
 * loop, in the order of the calls.
 *
 * <p>Most methods do not wait for the event loop, because waiting costs a switch between threads. With a transformation
 * they wait, because the turn must know afterwards whether the client received anything.
 */
final class UpstreamCall implements Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(UpstreamCall.class);

    private final ClientReply client;
    private final String method;
    private final UpstreamLimits limits;
    private final ReplyTransfer transfer;
    private @Nullable ReplyWriter writer;
    private boolean isStartHeld;
    private boolean isConcluded;

    UpstreamCall(ClientReply client, String method, UpstreamLimits limits) {
        this.client = client;
        this.method = method;
        this.limits = limits;
        this.transfer = new ReplyTransfer(client, limits);
    }

    ReplyTransfer transfer() {
        return transfer;
    }

    void awaitHead(UpstreamOrigin origin) {
        try {
            var _ = transfer.head().get(limits.firstByteTime().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProxyException known
                    ? known
                    : ReplyTransfer.broken("it failed: " + e.getCause(), e);
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
            throw ReplyTransfer.broken("the wait for it was interrupted", e);
        }
    }

    private HttpResponse head() {
        return transfer.head().join();
    }

    @Override
    public int status() {
        return head().status().code();
    }

    @Override
    public Headers headers() {
        return NettyHeaders.fromNetty(ForwardedHeaders.reply(head().headers(), Headers.NONE));
    }

    /** The encoding of the body, or null if it is plain. */
    private @Nullable String coding() {
        String coding = head().headers().get(HttpHeaderNames.CONTENT_ENCODING);
        return coding == null || coding.strip().equalsIgnoreCase("identity") ? null : coding;
    }

    @Override
    public Bytes peek(int mostBytes) {
        checkNotRelayed();
        int most = Math.min(mostBytes, limits.copyBytes());
        CompletableFuture<byte[]> shown = new CompletableFuture<>();
        client.loop().execute(() -> transfer.peek(most, shown));
        Bytes raw = Bytes.of(await(shown));
        String coding = coding();
        if (coding == null) {
            return raw;
        }
        // The end of it may be missing.
        try (InputStream plain = new DecodedReply(raw.stream(), coding)) {
            return Bytes.of(plain.readNBytes(most));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory could not be read", e);
        }
    }

    /** Waits for the beginning of a reply; after the time limit, returns what has arrived. */
    private byte[] await(CompletableFuture<byte[]> shown) {
        try {
            return shown.get(limits.firstByteTime().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("a reply did not bring enough in time", e);
        }
        client.loop().execute(transfer::showPeekNow);
        return shown.join();
    }

    private void checkNotRelayed() {
        if (writer != null) {
            throw new IllegalStateException("expected a reply that does not flow yet, found it relayed");
        }
    }

    @Override
    public InputStream relay(Headers added) {
        checkNotRelayed();
        if (client.hasBegun()) {
            throw new IllegalStateException("a reply that has begun can only go on with a transformation");
        }
        ReplyHead replyHead = ReplyHead.exact(head(), added, method);
        ExactReplyWriter exact = new ExactReplyWriter(client, replyHead);
        writer = exact;
        client.markBegun();
        // If the whole reply has arrived as one piece, it is held back: finish() then sends it in one step.
        isStartHeld = transfer.outcome() != null && !replyHead.isUnmeasured();
        if (!isStartHeld) {
            client.loop().execute(() -> transfer.startFlow(exact));
        }
        String coding = coding();
        return coding == null ? transfer.copy() : new DecodedReply(transfer.copy(), coding);
    }

    @Override
    public InputStream relay(Headers added, ReplyTransform transform) {
        checkNotRelayed();
        String coding = coding();
        TransformedReplyWriter through = new TransformedReplyWriter(
                client, ReplyHead.changing(head(), added, method), transform, coding != null);
        writer = through;
        if (coding != null) {
            transfer.copy().wakeAtOnce();
        }
        // A reply that is here as a whole has a copy that has ended; nobody may read that before the transform was
        // called.
        await(() -> transfer.startFlow(through));
        return coding == null
                ? transfer.copy()
                : new DecodedReply(
                        transfer.copy(), coding, plain -> handOver(through, plain), () -> await(transfer::fail));
    }

    /** Passes plain bytes to the transformation and returns when there is capacity for more. */
    private void handOver(TransformedReplyWriter through, byte[] plain) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        client.loop().execute(() -> transfer.pass(through, plain, taken));
        taken.join();
    }

    /** Runs something on the event loop and waits for it; throws what it throws. */
    private void await(Runnable order) {
        client.loop().submit(order).syncUninterruptibly();
    }

    @Override
    public Outcome outcome() {
        Outcome known = transfer.outcome();
        if (known == null) {
            throw new IllegalStateException("expected the copy to be read to its end first, found it flowing");
        }
        return known;
    }

    @Override
    public void finish(Bytes last) {
        ReplyWriter relayed = writer;
        if (relayed == null || (!last.isEmpty() && !(relayed instanceof TransformedReplyWriter))) {
            throw new IllegalStateException("expected a reply that can have last bytes, found "
                    + (relayed == null ? "none relayed" : "one that passes as it came"));
        }
        client.markBegun();
        client.markEndOrdered();
        boolean isStarted = !isStartHeld;
        client.loop().execute(() -> {
            if (!isStarted) {
                transfer.startFlow(relayed);
            }
            transfer.allowEnd(last);
        });
        isConcluded = transfer.outcome() != null;
    }

    @Override
    public void leaveOpen() {
        if (!(writer instanceof TransformedReplyWriter)) {
            throw new IllegalStateException("expected a transformed reply, found "
                    + (writer == null ? "none relayed" : "one that passes as it came"));
        }
        isConcluded = true;
        await(transfer::leave);
    }

    @Override
    public void close() {
        if (isConcluded) {
            return;
        }
        isConcluded = true;
        if (writer instanceof TransformedReplyWriter) {
            await(transfer::abandon);
        } else {
            boolean isPromised = isStartHeld;
            client.loop().execute(() -> {
                transfer.abandon();
                if (isPromised) {
                    client.cutNow();
                }
            });
        }
    }
}
