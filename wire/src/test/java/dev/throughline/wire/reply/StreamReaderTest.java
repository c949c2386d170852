package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.sse.SseEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamReaderTest {
    private final List<String> read = new ArrayList<>();

    private final class YesReader extends StreamReader {
        YesReader(long mostBytes) {
            super(mostBytes);
        }

        @Override
        protected boolean read(SseEvent event) {
            boolean isKnown = event.data().utf8().equals("yes");
            if (isKnown) {
                read.add(event.data().utf8());
            }
            return isKnown;
        }

        @Override
        protected void complete() {}
    }

    @Test
    void unknown_events_are_kept_as_unread() {
        List<Bytes> unread = unread("data: yes\n\ndata: no\n\nnonsense\n\n: comment\n\n", 1_000);
        assertEquals(List.of("yes"), read);
        assertEquals(List.of(Bytes.of("no"), Bytes.of("nonsense\n")), unread);
    }

    @Test
    void a_known_event_without_its_blank_line_is_read() {
        List<Bytes> unread = unread("data: yes", 1_000);
        assertEquals(List.of("yes"), read);
        assertEquals(List.of(), unread);
    }

    @Test
    void an_unknown_event_without_its_blank_line_is_kept_raw() {
        List<Bytes> unread = unread("data: ye", 1_000);
        assertEquals(List.of(Bytes.of("data: ye")), unread);
    }

    @Test
    void a_stream_is_not_read_beyond_its_limit() {
        List<Bytes> unread = unread("data: yes\n\n".repeat(4), /* mostBytes= */ 7);
        assertEquals(List.of("yes", "yes"), read);
        assertEquals(List.of(Bytes.of("yes"), Bytes.of("yes")), unread);
    }

    /** What could not be read of a stream. */
    private List<Bytes> unread(String text, long mostBytes) {
        StreamReader reader = new YesReader(mostBytes);
        byte[] bytes = Bytes.of(text).toArray();
        reader.feed(bytes, 0, bytes.length);
        return reader.finish().unread();
    }
}
