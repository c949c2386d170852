package dev.throughline.engine.turn;

import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.ReplySplicer;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes one reply of the provider through the splicer. If the splicer fails, the client receives the rest of the
 * provider's own bytes, provided that it has received exactly the bytes before them.
 *
 * <p>Called on the event loop until the copy of the reply has ended, and by the turn's thread afterwards.
 */
final class SplicedReply implements ReplyTransform {
    private final ReplySplicer splicer;
    private final LocalToolCodec.ReplyForm form;
    private final int maxCopyBytes;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();

    /** The bytes that the provider sent and the client has not received are those from {@code start} to {@code end}. */
    private byte[] unsent = {};

    private int start;
    private int end;

    /** Whether the client has received exactly the provider's bytes before {@code start}. */
    private boolean isExact;

    private @Nullable Throwable failure;

    /**
     * @param maxCopyBytes how much of the reply is copied for {@link #beginning}
     * @param isFirst whether this is the first reply of the turn
     */
    SplicedReply(ReplySplicer splicer, LocalToolCodec.ReplyForm form, int maxCopyBytes, boolean isFirst) {
        this.splicer = splicer;
        this.form = form;
        this.maxCopyBytes = maxCopyBytes;
        this.isExact = isFirst;
    }

    @Override
    public Bytes pass(byte[] bytes, int offset, int length) {
        copy.write(bytes, offset, Math.min(length, maxCopyBytes - copy.size()));
        if (isExact) {
            addUnsent(bytes, offset, length);
        }
        return splice(() -> splicer.feed(bytes, offset, length));
    }

    @Override
    public Optional<Bytes> overdue() {
        return form == LocalToolCodec.ReplyForm.DOCUMENT ? Optional.empty() : Optional.of(splice(splicer::release));
    }

    /** The beginning of the reply, as the provider sent it. */
    Bytes beginning() {
        return Bytes.of(copy.toByteArray());
    }

    /** The unsent rest of the provider's reply; empty if the client has not received exactly the bytes before it. */
    Optional<Bytes> rest() {
        return isExact ? Optional.of(Bytes.of(Arrays.copyOfRange(unsent, start, end))) : Optional.empty();
    }

    /** Whether the splicer failed. */
    boolean hasFailed() {
        return failure != null;
    }

    /** Throws if the splicer failed. */
    void check() {
        if (hasFailed()) {
            throw new IllegalStateException("a reply could not be spliced", failure);
        }
    }

    private Bytes splice(Supplier<Bytes> step) {
        Bytes out = failure == null ? spliceOrPassOn(step) : passOn();
        if (isExact) {
            int next = start + out.length();
            isExact = next <= end && Bytes.of(unsent, new Span(start, next)).equals(out);
            start = next;
        }
        return out;
    }

    private Bytes spliceOrPassOn(Supplier<Bytes> step) {
        try {
            return step.get();
        } catch (Throwable e) {
            failure = e;
            return passOn();
        }
    }

    private Bytes passOn() {
        Bytes out = rest().orElse(Bytes.EMPTY);
        try {
            splicer.noteSent(out);
        } catch (Throwable e) {
            failure = e;
        }
        return out;
    }

    private void addUnsent(byte[] bytes, int offset, int length) {
        int waiting = end - start;
        if (end + length > unsent.length) {
            byte[] target = waiting + length > unsent.length ? new byte[2 * (waiting + length)] : unsent;
            System.arraycopy(unsent, start, target, 0, waiting);
            unsent = target;
            start = 0;
            end = waiting;
        }
        System.arraycopy(bytes, offset, unsent, end, length);
        end += length;
    }
}
