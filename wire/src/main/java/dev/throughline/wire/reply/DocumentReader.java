package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.util.function.BiPredicate;

/**
 * Reads a reply that is one JSON document, collected until it is complete. The dialect finds its parts.
 *
 * <p>A body that is not a JSON object, or that its dialect does not know, is {@link Ending#FAILED} and stored as
 * unread. An empty body is {@link Ending#CUT}.
 */
public final class DocumentReader implements ReplyReader {
    /** The most bytes of a body that are collected. More bytes are counted, and the body is then not JSON. */
    public static final int MOST_BODY_BYTES = 64 << 20;

    private final BiPredicate<RawObject, ReplyDraft> dialect;
    private final int mostBytes;
    private final JsonBuilder collected = new JsonBuilder();
    private long dropped;

    /** {@code dialect} finds the parts of a body; it returns false if it does not know its shape. */
    public DocumentReader(BiPredicate<RawObject, ReplyDraft> dialect) {
        this(dialect, MOST_BODY_BYTES);
    }

    DocumentReader(BiPredicate<RawObject, ReplyDraft> dialect, int mostBytes) {
        this.dialect = dialect;
        this.mostBytes = mostBytes;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        int taken = Math.min(length, mostBytes - collected.length());
        collected.add(bytes, offset, taken);
        dropped += length - taken;
    }

    @Override
    public Reply finish() {
        Bytes raw = collected.toBytes();
        ReplyDraft draft = new ReplyDraft(mostBytes);
        boolean isRead =
                RawObject.of(raw).filter(body -> dialect.test(body, draft)).isPresent();
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
