package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.WholeBody;
import dev.throughline.wire.join.Braid;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins replies that are one JSON document each. Whether a document calls a local tool is known only when it is whole,
 * so nothing leaves before {@link #finish}; one document without local calls then leaves as it came.
 *
 * <p>A body beyond {@link WholeBody#MOST_BODY_BYTES} is not gathered: it leaves as it comes, and is joined to nothing.
 */
public final class WholeBraid implements Braid {
    /** What one dialect knows about joining documents. */
    public interface Joint {
        /** One document of several, each of which was read as a reply that did not fail. */
        Bytes join(List<Bytes> documents);

        /** What a document says about a request that was too long. */
        Optional<Overflow> overflow(Bytes document);
    }

    private final Supplier<ReplyReader> readers;
    private final Function<Reply, Calls> calls;
    private final Joint joint;
    private final int mostBytes;
    private final List<Bytes> documents = new ArrayList<>();
    private @Nullable Bytes refused;
    private @Nullable ReplyReader reader;
    private RawJson gathered = new RawJson();
    private boolean isTooLarge;
    private boolean hasLocalCalls;

    public WholeBraid(Supplier<ReplyReader> readers, Function<Reply, Calls> calls, Joint joint) {
        this(readers, calls, joint, WholeBody.MOST_BODY_BYTES);
    }

    WholeBraid(Supplier<ReplyReader> readers, Function<Reply, Calls> calls, Joint joint, int mostBytes) {
        this.readers = readers;
        this.calls = calls;
        this.joint = joint;
        this.mostBytes = mostBytes;
    }

    @Override
    public Bytes feed(byte[] bytes, int offset, int length) {
        ReplyReader current = underWay();
        current.feed(bytes, offset, length);
        Bytes fed = Bytes.of(Arrays.copyOfRange(bytes, offset, offset + length));
        if (isTooLarge) {
            return fed;
        }
        gathered.add(fed);
        if (gathered.length() <= mostBytes) {
            return Bytes.EMPTY;
        }
        isTooLarge = true;
        return drain();
    }

    /** A document is of no use in parts. */
    @Override
    public Bytes release() {
        return Bytes.EMPTY;
    }

    @Override
    public Round endRound() {
        Reply reply = underWay().finish();
        reader = null;
        Bytes document = drain();
        Calls found = calls.apply(reply);
        boolean isUsable = reply.ending() == Ending.COMPLETE || reply.ending() == Ending.INCOMPLETE;
        Optional<Overflow> overflow = isUsable ? Optional.empty() : joint.overflow(document);
        if (isUsable && !isTooLarge) {
            documents.add(document);
            hasLocalCalls |= !found.local().isEmpty();
        } else {
            refused = document;
        }
        return new Round(reply, found.local(), found.hasClientCalls(), overflow, !isTooLarge);
    }

    @Override
    public Bytes finish() {
        Bytes last = refused;
        if (last != null || documents.isEmpty()) {
            return last == null ? Bytes.EMPTY : last;
        }
        return documents.size() == 1 && !hasLocalCalls ? documents.getFirst() : joint.join(documents);
    }

    @Override
    public Bytes fail(Bytes body) {
        return body;
    }

    private ReplyReader underWay() {
        ReplyReader current = reader;
        if (current == null) {
            current = readers.get();
            reader = current;
            refused = null;
            isTooLarge = false;
        }
        return current;
    }

    private Bytes drain() {
        Bytes drained = gathered.toBytes();
        gathered = new RawJson();
        return drained;
    }
}
