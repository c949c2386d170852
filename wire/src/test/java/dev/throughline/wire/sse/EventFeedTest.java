package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ReplyDraft;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventFeedTest {
    private final ReplyDraft draft = new ReplyDraft();
    private final List<String> read = new ArrayList<>();
    private final EventFeed feed = new EventFeed(this::read, draft);

    @Test
    void what_the_reader_does_not_understand_is_kept() {
        feed("data: yes\n\ndata: no\n\nnonsense\n\n: comment\n\n");
        feed.finish();
        assertEquals(List.of("yes"), read);
        assertEquals(
                List.of(Bytes.of("no"), Bytes.of("nonsense\n")), draft.finish().unread());
    }

    @Test
    void an_unfinished_event_is_offered_and_kept_raw_if_it_is_of_no_use() {
        feed("data: yes");
        feed.finish();
        assertEquals(List.of("yes"), read);
        assertEquals(List.of(), draft.finish().unread());
    }

    @Test
    void an_unfinished_event_of_no_use_is_kept_raw() {
        feed("data: ye");
        feed.finish();
        assertEquals(List.of(Bytes.of("data: ye")), draft.finish().unread());
    }

    @Test
    void an_endless_stream_is_no_longer_read_after_its_limit() {
        EventFeed small = new EventFeed(this::read, draft, /* mostBytes= */ 7);
        byte[] bytes = Bytes.of("data: yes\n\n".repeat(4)).toArray();
        small.feed(bytes, 0, bytes.length);
        assertEquals(List.of("yes", "yes"), read);
        assertEquals(List.of(Bytes.of("yes"), Bytes.of("yes")), draft.finish().unread());
    }

    private boolean read(SseEvent event) {
        boolean isKnown = event.data().utf8().equals("yes");
        if (isKnown) {
            read.add(event.data().utf8());
        }
        return isKnown;
    }

    private void feed(String text) {
        byte[] bytes = Bytes.of(text).toArray();
        feed.feed(bytes, 0, bytes.length);
    }
}
