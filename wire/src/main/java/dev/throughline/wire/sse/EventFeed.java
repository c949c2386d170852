package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ReplyDraft;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Feeds the reader of a reply with events, and keeps in its draft what the reader could not understand.
 *
 * <p>The last event of a stream sometimes lacks its blank line. The standard drops it, some clients do not; it is
 * offered to the reader if it has data, and kept raw if the reader cannot use it.
 */
public final class EventFeed {
    /** The most bytes of events that one reply may have, so that an endless stream does not fill the memory. */
    public static final long MOST_STREAM_BYTES = 256L << 20;

    private final Predicate<SseEvent> reader;
    private final ReplyDraft draft;
    private final SseDecoder decoder;
    private final long mostBytes;
    private long seenBytes;

    /** {@code reader} says whether it understood an event; what it did not understand goes to the draft as unread. */
    public EventFeed(Predicate<SseEvent> reader, ReplyDraft draft) {
        this(reader, draft, MOST_STREAM_BYTES);
    }

    EventFeed(Predicate<SseEvent> reader, ReplyDraft draft, long mostBytes) {
        this.reader = reader;
        this.mostBytes = mostBytes;
        this.draft = draft;
        this.decoder = new SseDecoder(new SseSink() {
            @Override
            public void event(SseEvent event) {
                offer(event);
            }

            @Override
            public void stray(Bytes raw) {
                draft.unread(raw);
            }
        });
    }

    public void feed(byte[] bytes, int offset, int length) {
        decoder.feed(bytes, offset, length);
    }

    /** No more bytes come: deals with what was left unfinished. */
    public void finish() {
        Bytes rest = decoder.finish();
        SseBlock block = SseBlock.of(rest);
        Optional<SseEvent> last = block.event();
        boolean isRead = last.isPresent() && !block.hasStray() && reader.test(last.get());
        if (!isRead && (block.hasStray() || last.isPresent())) {
            draft.unread(rest);
        }
    }

    private void offer(SseEvent event) {
        seenBytes += event.data().length();
        if (seenBytes > mostBytes || !reader.test(event)) {
            draft.unread(event.data());
        }
    }
}
