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
 * Makes one streamed reply of several. Each event is split once and then goes three ways: to a reader, which makes the
 * whole reply of the round; to the {@link EventSplicer} of the dialect, which decides what the client sees; and, if it
 * leaves as it came, to the reader of what the client sees. All of them share one parse of it.
 *
 * <p>With {@link Head#HELD} the first events of a round wait here as long as they only announce it. If the provider
 * then says that the request was too long, nothing has been let out and the round can be asked for again; a round that
 * was withheld leaves no trace. {@link #finish} lets it out after all, and so does {@link #release}.
 */
public final class StreamSplicer implements ReplySplicer {
    /** Whether the announcement of a reply waits for what it announces. */
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

    /** A head that was not announced yet may still be held when it comes. */
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
        SseEvent event = isHolding ? lent.copy() : lent; // What waits must outlive the feed, and is parsed once.
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
