package dev.throughline.simulator.server;

import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.answer.Delivery.Drip;
import dev.throughline.simulator.answer.EventSink;
import dev.throughline.simulator.answer.ReplyPosition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Sends one answer to the client, and delays, slows, compresses or cuts it as its {@link Delivery} says.
 *
 * <p>Places in an answer are counted in events, and in bytes of the body as they go over the wire, thus after
 * compression. Used by one thread, for one answer.
 */
final class ReplySender {
    private final Connection line;
    private final Delivery delivery;
    private final BodyEncoder coding;
    private int events;
    private long bytes;

    ReplySender(Connection line, Delivery delivery, boolean clientTakesGzip) {
        this.line = line;
        this.delivery = delivery;
        coding = delivery.zipped() && clientTakesGzip ? BodyEncoder.gzip() : BodyEncoder.identity();
    }

    /** Sends a stream: its headers, what the story writes, and its end. */
    void stream(Headers headers, Consumer<EventSink> story) {
        begin(200, headers.and("transfer-encoding", "chunked"));
        reach(events);
        for (int i = 0; i < delivery.comments(); i++) {
            write(coding.code(": keep-alive\n\n".getBytes(StandardCharsets.UTF_8)));
        }
        story.accept(event -> {
            write(coding.code(event.getBytes(StandardCharsets.UTF_8)));
            reach(++events);
        });
        write(coding.end());
        line.end();
    }

    /** Sends one document, which counts as one event. */
    void document(int status, Headers headers, byte[] body) {
        byte[] first = coding.code(body);
        byte[] last = coding.end();
        begin(status, headers.and("content-length", String.valueOf(first.length + last.length)));
        reach(events);
        write(first);
        write(last);
        reach(++events);
        line.end();
    }

    private void begin(int status, Headers headers) {
        reachHeaders();
        Headers all = coding.isGzip() ? headers.and("content-encoding", "gzip") : headers;
        Headers more = delivery.headers();
        Headers kept = all.without(header -> more.has(header.name()));
        for (Headers.Header header : more.all()) {
            kept = kept.and(header.name(), header.value());
        }
        line.head(status, kept);
    }

    private void reachHeaders() {
        delivery.stall()
                .filter(stall -> stall.where() instanceof ReplyPosition.BeforeHeaders)
                .ifPresent(this::stall);
        delivery.cut()
                .filter(cut -> cut.where() instanceof ReplyPosition.BeforeHeaders)
                .ifPresent(this::cut);
    }

    private void reach(int count) {
        ReplyPosition here = new ReplyPosition.AfterEvents(count);
        delivery.stall().filter(stall -> stall.where().equals(here)).ifPresent(this::stall);
        delivery.cut().filter(cut -> cut.where().equals(here)).ifPresent(this::cut);
    }

    /** Writes bytes up to the next place where something is to happen, lets it happen, and goes on. */
    private void write(byte[] piece) {
        int written = 0;
        while (written < piece.length) {
            reachBytes();
            int until = (int) Math.min(piece.length, written + stretch());
            line.body(Arrays.copyOfRange(piece, written, until));
            bytes += until - written;
            written = until;
            delivery.drip().map(Drip::pause).ifPresent(this::pause);
        }
        reachBytes();
    }

    private void reachBytes() {
        ReplyPosition here = new ReplyPosition.AfterBytes(bytes);
        delivery.stall().filter(stall -> stall.where().equals(here)).ifPresent(this::stall);
        delivery.cut().filter(cut -> cut.where().equals(here)).ifPresent(this::cut);
    }

    /** How many bytes may go before the next place. */
    private long stretch() {
        long most = delivery.drip().map(Drip::bytes).orElse(Integer.MAX_VALUE);
        long toStall = delivery.stall().map(stall -> bytesTo(stall.where())).orElse(Long.MAX_VALUE);
        long toCut = delivery.cut().map(cut -> bytesTo(cut.where())).orElse(Long.MAX_VALUE);
        return Math.min(most, Math.min(toStall, toCut));
    }

    private long bytesTo(ReplyPosition where) {
        return where instanceof ReplyPosition.AfterBytes(long place) && place > bytes ? place - bytes : Long.MAX_VALUE;
    }

    private void cut(Delivery.Cut cut) {
        throw line.cut(cut.manner());
    }

    private void stall(Delivery.Stall stall) {
        try {
            CompletableFuture.anyOf(stall.until(), line.gone()).get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a stall ends when its future is done, not when it fails", failed);
        } catch (InterruptedException closing) {
            throw new ConnectionEndedException("the server closes");
        }
        checkPresence();
    }

    private void pause(Duration pause) {
        try {
            line.gone().get(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException over) {
            return; // The pause is over and the client is still there.
        } catch (ExecutionException failed) {
            throw new IllegalStateException("leaving cannot fail", failed);
        } catch (InterruptedException closing) {
            throw new ConnectionEndedException("the server closes");
        }
        checkPresence();
    }

    private void checkPresence() {
        if (line.gone().isDone()) {
            throw new ConnectionEndedException("the client left");
        }
    }
}
