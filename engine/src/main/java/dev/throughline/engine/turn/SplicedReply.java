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
 * One reply of the provider on its way to the client. It passes through the splicer. If that fails, the provider's own
 * bytes are passed on from the point that the client has reached, as long as all that the client has seen is the
 * beginning of them.
 *
 * <p>Called on the event loop until the copy of the reply has ended, and by the turn's thread afterwards.
 */
final class SplicedReply implements ReplyTransform {
    private final ReplySplicer splicer;
    private final LocalToolCodec.ReplyForm form;
    private final int keptBytes;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    /** What the provider sent and the client was not shown, from {@code start} to {@code end}. */
    private byte[] unseen = {};

    private int start;
    private int end;

    /** Whether all that the client has seen is what the provider sent before that. */
    private boolean isExact;

    private @Nullable Throwable failure;

    /**
     * @param keptBytes how much of the reply is kept as the provider sent it
     * @param isFirst whether the client has seen nothing of an earlier reply
     */
    SplicedReply(ReplySplicer splicer, LocalToolCodec.ReplyForm form, int keptBytes, boolean isFirst) {
        this.splicer = splicer;
        this.form = form;
        this.keptBytes = keptBytes;
        this.isExact = isFirst;
    }

    @Override
    public Bytes pass(byte[] bytes, int offset, int length) {
        kept.write(bytes, offset, Math.min(length, keptBytes - kept.size()));
        if (isExact) {
            hold(bytes, offset, length);
        }
        return through(() -> splicer.feed(bytes, offset, length));
    }

    @Override
    public Optional<Bytes> overdue() {
        return form == LocalToolCodec.ReplyForm.DOCUMENT ? Optional.empty() : Optional.of(through(splicer::release));
    }

    /** The beginning of the reply, as the provider sent it. */
    Bytes kept() {
        return Bytes.of(kept.toByteArray());
    }

    /** What completes the reply as the provider sent it, if the client has seen the beginning of exactly that. */
    Optional<Bytes> rest() {
        return isExact ? Optional.of(Bytes.of(Arrays.copyOfRange(unseen, start, end))) : Optional.empty();
    }

    /** Whether the splicer failed on the way. */
    boolean hasFailed() {
        return failure != null;
    }

    /** Throws if the splicer failed on the way. */
    void check() {
        if (hasFailed()) {
            throw new IllegalStateException("a reply could not be spliced", failure);
        }
    }

    private Bytes through(Supplier<Bytes> spliced) {
        Bytes out = failure == null ? attempt(spliced) : passOn();
        if (isExact) {
            int next = start + out.length();
            isExact = next <= end && Bytes.of(unseen, new Span(start, next)).equals(out);
            start = next;
        }
        return out;
    }

    private Bytes attempt(Supplier<Bytes> spliced) {
        try {
            return spliced.get();
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

    private void hold(byte[] bytes, int offset, int length) {
        int waiting = end - start;
        if (end + length > unseen.length) {
            byte[] target = waiting + length > unseen.length ? new byte[2 * (waiting + length)] : unseen;
            System.arraycopy(unseen, start, target, 0, waiting);
            unseen = target;
            start = 0;
            end = waiting;
        }
        System.arraycopy(bytes, offset, unseen, end, length);
        end += length;
    }
}
