package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;

/**
 * A reply that is one JSON document, gathered until it is whole. What differs between dialects is a {@link Shape}.
 *
 * <p>A body that is no JSON object, or none that its dialect knows, is {@link Ending#FAILED} and kept as unread. No
 * bytes at all are {@link Ending#CUT}.
 */
public final class WholeBody implements ReplyReader {
    /** Finds the parts of a body; says false if it is no shape that the dialect knows. */
    public interface Shape {
        boolean read(Members body, Bytes raw, ReplyDraft draft);
    }

    /** The most bytes of a body that are gathered. What comes after them is counted, and the body is then not JSON. */
    public static final int MOST_BODY_BYTES = 64 << 20;

    private final Shape shape;
    private final int mostBytes;
    private final RawJson gathered = new RawJson();
    private long dropped;

    public WholeBody(Shape shape) {
        this(shape, MOST_BODY_BYTES);
    }

    WholeBody(Shape shape, int mostBytes) {
        this.shape = shape;
        this.mostBytes = mostBytes;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        int taken = Math.min(length, mostBytes - gathered.length());
        gathered.add(bytes, offset, taken);
        dropped += length - taken;
    }

    @Override
    public Reply finish() {
        Bytes raw = gathered.toBytes();
        ReplyDraft draft = new ReplyDraft(mostBytes);
        boolean isRead =
                Members.of(raw).filter(body -> shape.read(body, raw, draft)).isPresent();
        if (!isRead && !raw.isEmpty()) {
            draft.end(Ending.FAILED);
            draft.unread(raw);
        }
        if (dropped > 0) {
            draft.dropped(dropped);
        }
        return draft.finish();
    }
}
