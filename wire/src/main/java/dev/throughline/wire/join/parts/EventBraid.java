package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.join.Braid;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.Round;
import dev.throughline.wire.sse.SseCutter;
import dev.throughline.wire.sse.SsePassage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins streamed replies. The bytes of each round go two ways: to a reader, which makes the whole reply of the round,
 * and passage by passage to the {@link Weave} of the dialect, which decides what the client sees.
 *
 * <p>With {@link Head#HELD} the first passages of a round wait here as long as they only announce it. If the provider
 * then says that the request was too long, nothing has been let out and the round can be asked for again; a round that
 * was withheld leaves no trace. {@link #finish} lets it out after all, and so does {@link #release}.
 */
public final class EventBraid implements Braid {
    /** Whether the announcement of a reply waits for what it announces. */
    public enum Head {
        RELAYED,
        HELD
    }

    private final Supplier<ReplyReader> readers;
    private final Function<Reply, Calls> calls;
    private final Weave weave;
    private final Head head;
    private final Outflow out = new Outflow();
    private final List<SsePassage> held = new ArrayList<>();
    private @Nullable ReplyReader reader;
    private SseCutter cutter = new SseCutter(this::take);
    private boolean isHolding;
    private Optional<Overflow> overflow = Optional.empty();

    public EventBraid(Supplier<ReplyReader> readers, Function<Reply, Calls> calls, Weave weave, Head head) {
        this.readers = readers;
        this.calls = calls;
        this.weave = weave;
        this.head = head;
    }

    @Override
    public Bytes feed(byte[] bytes, int offset, int length) {
        underWay().feed(bytes, offset, length);
        cutter.feed(bytes, offset, length);
        return out.drain();
    }

    /** A head that was not announced yet may still be held when it comes. */
    @Override
    public Bytes release() {
        if (!held.isEmpty()) {
            letOut();
        }
        return out.drain();
    }

    @Override
    public Round endRound() {
        Reply reply = underWay().finish();
        Bytes rest = cutter.finish();
        if (!rest.isEmpty()) {
            int before = out.length();
            take(SsePassage.of(rest));
            if (out.length() > before) {
                out.leaveOpen();
            }
        }
        boolean isWithheld = isHolding && overflow.isPresent();
        if (!isWithheld) {
            letOut();
            weave.endRound();
        }
        reader = null;
        Calls found = calls.apply(reply);
        return new Round(reply, found.local(), found.hasClientCalls(), overflow, isWithheld);
    }

    @Override
    public Bytes finish() {
        letOut();
        weave.finish(out);
        return out.drain();
    }

    @Override
    public Bytes fail(Bytes body) {
        held.clear();
        weave.fail(body, out);
        return out.drain();
    }

    private ReplyReader underWay() {
        ReplyReader current = reader;
        if (current == null) {
            current = readers.get();
            reader = current;
            cutter = new SseCutter(this::take);
            held.clear();
            overflow = Optional.empty();
            isHolding = head == Head.HELD;
        }
        return current;
    }

    private void take(SsePassage passage) {
        if (overflow.isEmpty()) {
            overflow = weave.overflow(passage);
        }
        boolean waits = isHolding && (overflow.isPresent() || !passage.hasEvent() || weave.isHead(passage));
        if (waits && (passage.hasEvent() || !held.isEmpty())) {
            held.add(passage.copy());
            return;
        }
        if (passage.hasEvent()) {
            letOut();
        }
        weave.take(passage, out);
    }

    private void letOut() {
        isHolding = false;
        held.forEach(passage -> weave.take(passage, out));
        held.clear();
    }
}
