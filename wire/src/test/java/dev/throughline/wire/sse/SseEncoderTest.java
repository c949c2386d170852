package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SseEncoderTest {
    @Test
    void events_are_written_with_or_without_their_names() {
        Bytes data = Bytes.of("{\"type\":\"ping\"}");
        Bytes named = Bytes.of("event: ping\ndata: {\"type\":\"ping\"}\n\n");
        assertEquals(named, SseEncoder.event("ping", data));
        assertEquals(Bytes.of("data: {\"type\":\"ping\"}\n\n"), SseEncoder.event("", data));
    }

    @Test
    void written_events_are_read_back() {
        long seed = System.nanoTime();
        System.out.println("events written and read: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            boolean isNamed = random.nextBoolean();
            List<String> written = new ArrayList<>();
            List<String> read = new ArrayList<>();
            SseSplitter splitter = new SseSplitter(event -> {
                assertFalse(event.hasStray(), "encoded events have no stray lines");
                read.add(event.name() + "|" + event.data().utf8());
            });
            for (int i = random.nextInt(5); i >= 0; i--) {
                Bytes data = data(random);
                String name = isNamed ? "e" + i : "";
                written.add(name + "|" + data.utf8());
                byte[] bytes = SseEncoder.event(name, data).toArray();
                int cut = random.nextInt(bytes.length + 1);
                splitter.feed(bytes, 0, cut);
                splitter.feed(bytes, cut, bytes.length - cut);
            }
            assertEquals(written, read, "seed " + seed + ", round " + round);
            assertTrue(splitter.finish().isEmpty());
        }
    }

    @Test
    void data_is_split_at_all_kinds_of_line_ends() {
        assertEquals(
                Bytes.of("data: a\ndata: b\ndata: c\ndata: \ndata: d\n\n"),
                SseEncoder.event("", Bytes.of("a\r\nb\rc\n\nd")));
    }

    private static Bytes data(Random random) {
        List<String> pieces = List.of("a", " ", "\n", ":", "ü", "😀", "data: x", "\n\n", "{}");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return Bytes.of(text.toString());
    }
}
