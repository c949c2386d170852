package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Passage;
import dev.throughline.gateway.coding.ContentCodings;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.gateway.http.HeaderLines;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a provider, as the turn's thread sees it. What it orders is done by its {@link Pump} on the event loop,
 * in the order of the orders.
 *
 * <p>Most orders are given and not waited for, because waiting costs a hand-over from thread to thread. With a passage
 * it is different: there the turn must know afterwards whether the client was touched.
 */
final class Call implements Exchange {
    private final ClientReply client;
    private final String method;
    private final UpstreamLimits limits;
    private final Pump pump;
    private @Nullable ClientEnd end;
    private boolean isStartHeld;
    private boolean isConcluded;

    Call(ClientReply client, String method, UpstreamLimits limits) {
        this.client = client;
        this.method = method;
        this.limits = limits;
        this.pump = new Pump(client, limits);
    }

    Pump pump() {
        return pump;
    }

    void awaitHead(Origin origin) {
        try {
            var _ = pump.head().get(limits.firstByteTime().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProxyException known ? known : Pump.broken("it failed: " + e.getCause(), e);
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
            throw Pump.broken("the wait for it was interrupted", e);
        }
    }

    private HttpResponse head() {
        return pump.head().join();
    }

    @Override
    public int status() {
        return head().status().code();
    }

    @Override
    public Headers headers() {
        return HeaderLines.house(Forwarded.reply(head().headers(), Headers.NONE));
    }

    /** The encoding of the body, or null if it is plain. */
    private @Nullable String coding() {
        String coding = head().headers().get(HttpHeaderNames.CONTENT_ENCODING);
        return coding == null || coding.strip().equalsIgnoreCase("identity") ? null : coding;
    }

    @Override
    public Bytes peek(int mostBytes) {
        checkNotRelayed();
        Peek peek = new Peek(Math.min(mostBytes, limits.copyBytes()));
        client.loop().execute(() -> pump.look(peek));
        byte[] raw = peek.await(limits.firstByteTime(), () -> client.loop().execute(pump::showPeekNow));
        return peek.plain(raw, coding());
    }

    private void checkNotRelayed() {
        if (end != null) {
            throw new IllegalStateException("expected a reply that does not flow yet, found it relayed");
        }
    }

    @Override
    public InputStream relay(Headers added) {
        checkNotRelayed();
        if (client.hasBegun()) {
            throw new IllegalStateException("expected a passage to go on with a reply that has begun, found none");
        }
        ReplyHead replyHead = ReplyHead.exact(head(), added, method);
        ExactEnd exact = new ExactEnd(client, replyHead);
        end = exact;
        client.promise();
        // If the whole reply is here as one piece, it is held back: finish() can do both in one hand-over.
        isStartHeld = pump.outcome() != null && !replyHead.isUnmeasured();
        if (!isStartHeld) {
            client.loop().execute(() -> pump.startFlow(exact));
        }
        String coding = coding();
        return coding == null ? pump.copy() : ContentCodings.undone(pump.copy(), coding);
    }

    @Override
    public InputStream relay(Headers added, Passage passage) {
        checkNotRelayed();
        String coding = coding();
        PassageEnd through = new PassageEnd(client, ReplyHead.changing(head(), added, method), passage, coding != null);
        end = through;
        if (coding != null) {
            pump.copy().wakeAtOnce();
        }
        // A reply that is here as a whole has a copy that has ended; nobody may read that before the passage was
        // called.
        await(() -> pump.startFlow(through));
        return coding == null
                ? pump.copy()
                : new HandedOver(ContentCodings.undone(pump.copy(), coding), new Decoded(through));
    }

    /** Takes what the reader of the copy decoded to the passage. */
    private final class Decoded implements HandedOver.Taker {
        private final PassageEnd through;

        Decoded(PassageEnd through) {
            this.through = through;
        }

        @Override
        public void take(byte[] bytes) {
            CompletableFuture<Void> taken = new CompletableFuture<>();
            client.loop().execute(() -> pump.pass(through, bytes, taken));
            taken.join();
        }

        @Override
        public void fail() {
            await(pump::fail);
        }
    }

    /** Has something done on the event loop, returns when it was, and throws what it threw. */
    private void await(Runnable order) {
        client.loop().submit(order).syncUninterruptibly();
    }

    @Override
    public Outcome outcome() {
        Outcome known = pump.outcome();
        if (known == null) {
            throw new IllegalStateException("expected the copy to be read to its end first, found it flowing");
        }
        return known;
    }

    @Override
    public void finish(Bytes last) {
        ClientEnd relayed = end;
        if (relayed == null || (!last.isEmpty() && !(relayed instanceof PassageEnd))) {
            throw new IllegalStateException("expected a reply that can have last bytes, found "
                    + (relayed == null ? "none relayed" : "one that passes as it came"));
        }
        client.promise();
        client.settle();
        boolean isStarted = !isStartHeld;
        client.loop().execute(() -> {
            if (!isStarted) {
                pump.startFlow(relayed);
            }
            pump.allowEnd(last);
        });
        isConcluded = pump.outcome() != null;
    }

    @Override
    public void leaveOpen() {
        if (!(end instanceof PassageEnd)) {
            throw new IllegalStateException("expected a reply with a passage, found "
                    + (end == null ? "none relayed" : "one that passes as it came"));
        }
        isConcluded = true;
        await(pump::leave);
    }

    @Override
    public void close() {
        if (isConcluded) {
            return;
        }
        isConcluded = true;
        if (end instanceof PassageEnd) {
            await(pump::abandon);
        } else {
            boolean isPromised = isStartHeld;
            client.loop().execute(() -> {
                pump.abandon();
                if (isPromised) {
                    client.cutNow();
                }
            });
        }
    }
}
