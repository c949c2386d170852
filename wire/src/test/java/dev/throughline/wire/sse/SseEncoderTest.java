package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SseEncoderTest {
    @Test
    void each_dialect_writes_events_in_its_own_manner() {
        Bytes data = Bytes.of("{\"type\":\"ping\"}");
        Bytes named = Bytes.of("event: ping\ndata: {\"type\":\"ping\"}\n\n");
        assertEquals(named, new SseEncoder(Dialect.RESPONSES).event("ping", data));
        assertEquals(named, new SseEncoder(Dialect.MESSAGES).event("ping", data));
        assertEquals(Bytes.of("data: {\"type\":\"ping\"}\n\n"), new SseEncoder(Dialect.CHAT).event("ping", data));
        assertEquals(Bytes.of("data: [DONE]\n\n"), new SseEncoder(Dialect.CHAT).end());
        assertEquals(Bytes.EMPTY, new SseEncoder(Dialect.RESPONSES).end());
        assertEquals(Bytes.of(": keep-alive\n\n"), SseEncoder.comment("keep-alive"));
    }

    @Test
    void what_is_written_is_read_back() {
        long seed = System.nanoTime();
        System.out.println("events written and read: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Dialect dialect = List.of(Dialect.values()).get(random.nextInt(3));
            List<SseEvent> written = new ArrayList<>();
            List<SseEvent> read = new ArrayList<>();
            SseDecoder decoder = new SseDecoder(collector(read));
            for (int i = random.nextInt(5); i >= 0; i--) {
                SseEvent event = new SseEvent(dialect == Dialect.CHAT ? "" : "e" + i, data(random));
                written.add(event);
                byte[] bytes = new SseEncoder(dialect)
                        .event(event.name(), event.data())
                        .toArray();
                int cut = random.nextInt(bytes.length + 1);
                decoder.feed(bytes, 0, cut);
                decoder.feed(bytes, cut, bytes.length - cut);
            }
            assertEquals(written, read, "seed " + seed + ", round " + round);
            assertEquals(Bytes.EMPTY, decoder.finish());
        }
    }

    @Test
    void line_ends_of_every_kind_become_lines() {
        assertEquals(
                Bytes.of("data: a\ndata: b\ndata: c\ndata: \ndata: d\n\n"),
                new SseEncoder(Dialect.CHAT).event("", Bytes.of("a\r\nb\rc\n\nd")));
    }

    private static Bytes data(Random random) {
        List<String> pieces = List.of("a", " ", "\n", ":", "ü", "😀", "data: x", "\n\n", "{}");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return Bytes.of(text.toString());
    }

    private static SseSink collector(List<SseEvent> read) {
        return new SseSink() {
            @Override
            public void event(SseEvent event) {
                read.add(new SseEvent(event.name(), Bytes.of(event.data().toArray())));
            }

            @Override
            public void stray(Bytes raw) {
                throw new AssertionError("what we write is never stray: " + raw);
            }
        };
    }
}
