package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;

/**
 * Reads a reply that is one JSON document, collected until it is complete. The dialect finds its parts.
 *
 * <p>A body that is no JSON object, or none that its dialect knows, is {@link Ending#FAILED} and kept as unread. No
 * bytes at all are {@link Ending#CUT}.
 */
public abstract class DocumentReader implements ReplyReader {
    /** The most bytes of a body that are gathered. What comes after them is counted, and the body is then not JSON. */
    public static final int MOST_BODY_BYTES = 64 << 20;

    private final int mostBytes;
    private final JsonBuilder gathered = new JsonBuilder();
    private long dropped;

    protected DocumentReader() {
        this(MOST_BODY_BYTES);
    }

    DocumentReader(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Finds the parts of a body; returns false if the dialect does not know its shape. */
    protected abstract boolean read(RawObject body, ReplyDraft draft);

    @Override
    public final void feed(byte[] bytes, int offset, int length) {
        int taken = Math.min(length, mostBytes - gathered.length());
        gathered.add(bytes, offset, taken);
        dropped += length - taken;
    }

    @Override
    public final Reply finish() {
        Bytes raw = gathered.toBytes();
        ReplyDraft draft = new ReplyDraft(mostBytes);
        boolean isRead = RawObject.of(raw).filter(body -> read(body, draft)).isPresent();
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
