package dev.throughline.wire.reply;

import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.sse.SseEvent;
import dev.throughline.wire.sse.SseSplitter;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads a reply that is streamed as events. It splits bytes itself, or takes events that were already
 * split. The dialect reads the events; what it does not know is stored in the draft as unread.
 *
 * <p>The last event of a stream sometimes lacks its blank line. The standard drops it, some clients do not; it is
 * offered to the dialect if it has data, and stored raw if the dialect cannot use it.
 */
public abstract class StreamReader implements ReplyReader {
    /** The most bytes of events that one reply may have, so that an endless stream does not fill the memory. */
    public static final long MOST_STREAM_BYTES = 256L << 20;

    protected final ReplyDraft draft = new ReplyDraft();
    private final SseSplitter splitter = new SseSplitter(this::take);
    private final long mostBytes;
    private long seenBytes;

    protected StreamReader() {
        this(MOST_STREAM_BYTES);
    }

    StreamReader(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Reads an event that has data; returns whether the dialect knows it. */
    protected abstract boolean read(SseEvent event);

    /** Called at the end of the stream: adds the unfinished parts to the draft. */
    protected abstract void complete();

    @Override
    public final void feed(byte[] bytes, int offset, int length) {
        splitter.feed(bytes, offset, length);
    }

    @Override
    public final Reply finish() {
        splitter.finish().ifPresent(this::take);
        complete();
        return draft.finish();
    }

    /** Reads a part of an event if it is there; returns whether it is. */
    protected static <T> boolean readIfPresent(Optional<T> part, Consumer<T> reader) {
        part.ifPresent(reader);
        return part.isPresent();
    }

    /** Takes the next event. */
    final void take(SseEvent event) {
        if (!event.isWhole()) {
            takeLast(event);
            return;
        }
        if (event.hasStray()) {
            draft.unread(event.lines());
        }
        if (event.hasData()) {
            seenBytes += event.data().length();
            if (seenBytes > mostBytes || !read(event)) {
                draft.unread(event.data());
            }
        }
    }

    private void takeLast(SseEvent rest) {
        boolean isRead = rest.hasData() && !rest.hasStray() && read(rest);
        if (!isRead && (rest.hasStray() || rest.hasData())) {
            draft.unread(rest.lines());
        }
    }
}
