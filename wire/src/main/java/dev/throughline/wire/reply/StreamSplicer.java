package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.sse.SseEvent;
import dev.throughline.wire.sse.SseSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes one streamed reply of several. The stream is split into events once, and each event is parsed at most once. It
 * is read by the reader of the round's reply, by the {@link EventSplicer} of the dialect, which decides what the client
 * sees, and, if it is sent unchanged, by the reader of the client's reply.
 *
 * <p>With {@link Head#HELD} the first events of a round are held back as long as they only begin it. If the
 * provider then reports that the request was too long, nothing was sent and the request can be repeated. {@link
 * #finish} and {@link #release} send what is held back.
 */
public final class StreamSplicer implements ReplySplicer {
    /** Whether the first events of a reply are held back. */
    public enum Head {
        RELAYED,
        HELD
    }

    private final Supplier<StreamReader> readers;
    private final Function<Reply, FoundCalls> calls;
    private final EventSplicer events;
    private final Head head;
    private final ClientOutput out;
    private final List<SseEvent> held = new ArrayList<>();
    private @Nullable StreamReader reader;
    private SseSplitter splitter = new SseSplitter(this::take);
    private boolean isHolding;
    private Optional<Overflow> overflow = Optional.empty();

    public StreamSplicer(
            Supplier<StreamReader> readers, Function<Reply, FoundCalls> calls, EventSplicer events, Head head) {
        this.readers = readers;
        this.calls = calls;
        this.events = events;
        this.head = head;
        this.out = new ClientOutput(readers.get());
    }

    @Override
    public Bytes feed(byte[] bytes, int offset, int length) {
        currentReader();
        splitter.feed(bytes, offset, length);
        return out.drain();
    }

    /** A head that has not arrived yet may still be held back when it arrives. */
    @Override
    public Bytes release() {
        if (!held.isEmpty()) {
            sendHeld();
        }
        return out.drain();
    }

    @Override
    public ReplyRound endRound() {
        StreamReader current = currentReader();
        splitter.finish().ifPresent(this::take);
        Reply reply = current.finish();
        boolean isWithheld = isHolding && overflow.isPresent();
        if (!isWithheld) {
            sendHeld();
            events.endRound();
        }
        reader = null;
        FoundCalls found = calls.apply(reply);
        return new ReplyRound(reply, found.local(), found.hasClientCalls(), overflow, isWithheld);
    }

    @Override
    public Bytes finish() {
        sendHeld();
        events.finish(out);
        return out.drain();
    }

    @Override
    public Bytes fail(Bytes error) {
        held.clear();
        events.fail(error, out);
        return out.drain();
    }

    @Override
    public void noteSent(Bytes bytes) {
        out.noteSent(bytes);
    }

    @Override
    public Reply clientReply() {
        return out.reply();
    }

    private StreamReader currentReader() {
        StreamReader current = reader;
        if (current == null) {
            current = readers.get();
            reader = current;
            splitter = new SseSplitter(this::take);
            held.clear();
            overflow = Optional.empty();
            isHolding = head == Head.HELD;
        }
        return current;
    }

    private void take(SseEvent lent) {
        SseEvent event = isHolding ? lent.copy() : lent; // Held events outlive the feed.
        currentReader().take(event);
        if (overflow.isEmpty()) {
            overflow = events.overflow(event);
        }
        boolean waits = isHolding && (overflow.isPresent() || !event.hasData() || events.isHead(event));
        if (waits && (event.hasData() || !held.isEmpty())) {
            held.add(event);
            return;
        }
        if (event.hasData()) {
            sendHeld();
        }
        events.take(event, out);
    }

    private void sendHeld() {
        isHolding = false;
        held.forEach(event -> events.take(event, out));
        held.clear();
    }
}
