package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SseCutterTest {
    private final List<String> passages = new ArrayList<>();
    private final List<String> data = new ArrayList<>();

    private SseCutter cutter(int mostBytes) {
        return new SseCutter(
                passage -> {
                    passages.add(passage.raw().utf8());
                    if (passage.hasEvent()) {
                        data.add(passage.data().utf8());
                    }
                },
                mostBytes);
    }

    private static void feed(SseCutter cutter, String text, int step) {
        byte[] bytes = Bytes.of(text).toArray();
        for (int at = 0; at < bytes.length; at += step) {
            cutter.feed(bytes, at, Math.min(step, bytes.length - at));
        }
    }

    @Test
    void passages_are_the_stream() {
        SseCutter cutter = cutter(1_000);
        feed(cutter, ": hi\n\nevent: a\ndata: 1\n\n\ndata: 2\r\n\r\ndata: 3", 100);

        assertEquals(List.of(": hi\n\n", "event: a\ndata: 1\n\n", "\n", "data: 2\r\n\r"), passages);
        assertEquals(List.of("1", "2"), data);
        assertEquals("\ndata: 3", cutter.finish().utf8());
    }

    @Test
    void nothing_is_lost_wherever_it_is_split() {
        String stream = "\uFEFFdata: é\r\rdata: 1\ndata: 2\n\n: c\r\n\r\nevent: x\r\ndata: y\r\n\r\ndata: z";
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            passages.clear();
            SseCutter cutter = cutter(1_000);
            feed(cutter, stream, 1 + random.nextInt(20));
            String rest = cutter.finish().utf8();
            assertEquals(stream, String.join("", passages) + rest, "seed " + seed);
        }
        assertEquals(List.of("é", "1\n2", "y"), data.subList(0, 3));
    }

    @Test
    void an_event_that_is_too_large_is_handed_on_in_pieces() {
        SseCutter cutter = cutter(16);
        String large = "data: " + "x".repeat(40) + "\n\n";
        feed(cutter, large + "data: 1\n\n", 7);

        assertEquals(large + "data: 1\n\n", String.join("", passages));
        assertEquals(List.of("1"), data);
        assertFalse(passages.size() < 3);
    }
}
