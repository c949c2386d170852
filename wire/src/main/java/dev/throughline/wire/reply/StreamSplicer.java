package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.SplicingToolCodec.RoundReader;
import dev.throughline.wire.sse.SseEvent;
import dev.throughline.wire.sse.SseSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins several streamed replies into one. The stream is split into events once, and each event is parsed at most once.
 * It is read by the reader of the round's reply, by the {@link EventSplicer} of the dialect, which decides what the
 * client sees, and, if it is sent unchanged, by the reader of the client's reply.
 *
 * <p>With {@code holdsHead} the first events of a round are held back as long as they only begin it. If the
 * provider then reports that the request was too long, nothing was sent and the request can be repeated. {@link
 * #finish} and {@link #release} send what is held back.
 */
final class StreamSplicer implements ReplySplicer {
    private final Supplier<StreamReader> readers;
    private final RoundReader rounds;
    private final Function<RawObject, Optional<Overflow>> overflows;
    private final EventSplicer events;
    private final boolean holdsHead;
    private final List<SseEvent> held = new ArrayList<>();
    private @Nullable StreamReader reader;
    private SseSplitter splitter = new SseSplitter(this::take);
    private boolean isHolding;
    private Optional<Overflow> overflow = Optional.empty();

    StreamSplicer(
            Supplier<StreamReader> readers,
            RoundReader rounds,
            Function<RawObject, Optional<Overflow>> overflows,
            EventSplicer events,
            boolean holdsHead) {
        this.readers = readers;
        this.rounds = rounds;
        this.overflows = overflows;
        this.events = events;
        this.holdsHead = holdsHead;
    }

    @Override
    public Bytes feed(byte[] bytes, int offset, int length) {
        currentReader();
        splitter.feed(bytes, offset, length);
        return events.out.drain();
    }

    /** A head that has not arrived yet may still be held back when it arrives. */
    @Override
    public Bytes release() {
        if (!held.isEmpty()) {
            sendHeld();
        }
        return events.out.drain();
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
        return rounds.round(reply, overflow, isWithheld);
    }

    @Override
    public Bytes finish() {
        sendHeld();
        events.finish();
        return events.out.drain();
    }

    @Override
    public Bytes fail(Bytes error) {
        held.clear();
        events.fail(error);
        return events.out.drain();
    }

    @Override
    public void noteSent(Bytes bytes) {
        events.out.noteSent(bytes);
    }

    @Override
    public Reply clientReply() {
        return events.out.reply();
    }

    private StreamReader currentReader() {
        StreamReader current = reader;
        if (current == null) {
            current = readers.get();
            reader = current;
            splitter = new SseSplitter(this::take);
            held.clear();
            overflow = Optional.empty();
            isHolding = holdsHead;
        }
        return current;
    }

    private void take(SseEvent lent) {
        SseEvent event = isHolding ? lent.copy() : lent; // Held events outlive the feed.
        currentReader().take(event);
        if (overflow.isEmpty() && events.isError(event)) {
            overflow = event.object().flatMap(overflows);
        }
        boolean waits = isHolding && (overflow.isPresent() || !event.hasData() || events.isHead(event));
        if (waits && (event.hasData() || !held.isEmpty())) {
            held.add(event);
            return;
        }
        if (event.hasData()) {
            sendHeld();
        }
        events.take(event);
    }

    private void sendHeld() {
        isHolding = false;
        held.forEach(event -> events.take(event));
        held.clear();
    }
}
