package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.sse.SseEvent;
import dev.throughline.wire.sse.SseSplitter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientOutputTest {
    private final List<String> read = new ArrayList<>();

    private final ClientOutput out = new ClientOutput(new StreamReader() {
        @Override
        protected boolean read(SseEvent event) {
            return read.add(event.data().utf8());
        }

        @Override
        protected void complete() {}
    });

    @Test
    void an_incomplete_event_is_ended_only_if_more_events_follow() {
        send("data: a");
        assertEquals("data: a", out.drain().utf8());
        assertEquals("", out.drain().utf8());
        send("data: b\n\ndata: c");
        assertEquals("\n\ndata: b\n\ndata: c", out.drain().utf8());
        assertEquals(List.of("a", "b"), read);
        out.reply();
        assertEquals(List.of("a", "b", "c"), read);
    }

    @Test
    void bytes_noted_as_sent_are_read_too() {
        send("data: a\n\n");
        out.drain();
        out.noteSent(Bytes.of("data: b\n\nda"));
        out.noteSent(Bytes.of("ta: c\n\n"));
        assertEquals(List.of("a", "b", "c"), read);
    }

    private void send(String stream) {
        SseSplitter splitter = new SseSplitter(event -> out.send(event.copy()));
        byte[] bytes = Bytes.of(stream).toArray();
        splitter.feed(bytes, 0, bytes.length);
        splitter.finish().ifPresent(out::send);
    }
}
