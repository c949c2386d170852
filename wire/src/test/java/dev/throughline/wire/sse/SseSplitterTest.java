package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SseSplitterTest {
    private final List<String> events = new ArrayList<>();
    private final List<String> data = new ArrayList<>();

    private SseSplitter splitter(int mostBytes) {
        return new SseSplitter(
                event -> {
                    events.add(event.raw().utf8());
                    if (event.hasData()) {
                        data.add(event.data().utf8());
                    }
                },
                mostBytes);
    }

    private static void feed(SseSplitter splitter, String text, int step) {
        byte[] bytes = Bytes.of(text).toArray();
        for (int at = 0; at < bytes.length; at += step) {
            splitter.feed(bytes, at, Math.min(step, bytes.length - at));
        }
    }

    @Test
    void the_raw_events_together_are_the_stream() {
        SseSplitter splitter = splitter(1_000);
        feed(splitter, ": hi\n\nevent: a\ndata: 1\n\n\ndata: 2\r\n\r\ndata: 3", 100);

        assertEquals(List.of(": hi\n\n", "event: a\ndata: 1\n\n", "\n", "data: 2\r\n\r"), events);
        assertEquals(List.of("1", "2"), data);
        assertEquals("\ndata: 3", splitter.finish().orElseThrow().raw().utf8());
    }

    @Test
    void no_byte_is_lost_for_any_split_of_the_input() {
        String stream = "\uFEFFdata: é\r\rdata: 1\ndata: 2\n\n: c\r\n\r\nevent: x\r\ndata: y\r\n\r\ndata: z";
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            events.clear();
            SseSplitter splitter = splitter(1_000);
            feed(splitter, stream, 1 + random.nextInt(20));
            String rest = splitter.finish().orElseThrow().raw().utf8();
            assertEquals(stream, String.join("", events) + rest, "seed " + seed);
        }
        assertEquals(List.of("é", "1\n2", "y"), data.subList(0, 3));
    }

    @Test
    void a_too_large_event_is_relayed_in_pieces() {
        SseSplitter splitter = splitter(16);
        String large = "data: " + "x".repeat(40) + "\n\n";
        feed(splitter, large + "data: 1\n\n", 7);

        assertEquals(large + "data: 1\n\n", String.join("", events));
        assertEquals(List.of("1"), data);
        assertFalse(events.size() < 3);
    }

    /** The events of a splitter in order, followed by the remainder. */
    private static final class Received implements Consumer<SseEvent> {
        private final List<String> all = new ArrayList<>();

        @Override
        public void accept(SseEvent event) {
            if (event.hasStray()) {
                all.add("stray " + latin(event.lines()));
            }
            if (event.hasData()) {
                all.add("event " + event.name() + "|" + latin(event.data()));
            }
        }

        private List<String> end(Optional<SseEvent> rest) {
            all.add("rest " + rest.map(event -> latin(event.lines())).orElse(""));
            return all;
        }

        private static String latin(Bytes bytes) {
            return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void events_end_at_all_kinds_of_blank_lines() {
        expect(
                "event: a\ndata: 1\n\ndata:2\r\n\r\ndata: 3\r\rdata: 4",
                List.of("event a|1", "event |2", "event |3", "rest data: 4"));
    }

    @Test
    void data_lines_are_joined_and_comments_and_ids_are_ignored() {
        expect(
                ": hi\nid: 7\nretry: 10\ndata: a\ndata:  b\ndata\ndata:\n\n: only a comment\n\nevent: x\n\n",
                List.of("event |a\n b\n\n", "rest "));
    }

    @Test
    void a_byte_order_mark_is_dropped_only_at_the_start() {
        expect(
                "\u00ef\u00bb\u00bfdata: a\n\n\u00ef\u00bb\u00bfdata: b\n\n",
                List.of("event |a", "stray \u00ef\u00bb\u00bfdata: b\n", "rest "));
        expect("\u00ef\u00bb\u00bfdata: a", List.of("rest data: a"));
    }

    @Test
    void a_last_event_without_a_blank_line_is_handed_over_raw() {
        expect("data: a\n\nevent: b\r\ndata: c\r\n", List.of("event |a", "rest event: b\r\ndata: c\r\n"));
    }

    @Test
    void an_event_within_one_feed_is_a_slice_of_its_array() {
        byte[] fed = "data: one\n\ndata: two\n\n".getBytes(StandardCharsets.US_ASCII);
        List<Bytes> seen = new ArrayList<>();
        SseSplitter splitter = new SseSplitter(event -> seen.add(event.data()));
        splitter.feed(fed, 0, fed.length);
        assertEquals(List.of(Bytes.of("one"), Bytes.of("two")), seen);
        seen.forEach(data -> assertSame(fed, data.array()));
    }

    @Test
    void a_too_large_event_is_skipped_and_the_next_one_is_read() {
        String large = "data: " + "x".repeat(3_000);
        byte[] fed = (large + "\n\ndata: next\n\n").getBytes(StandardCharsets.US_ASCII);
        List<String> expected =
                List.of("stray " + large.substring(0, SseSplitter.OVERFLOW_HEAD_BYTES), "event |next", "rest ");
        for (int step : new int[] {1, 7, 100, 2_000, fed.length}) {
            Received received = new Received();
            SseSplitter splitter = new SseSplitter(received, 2_048);
            for (int at = 0; at < fed.length; at += step) {
                splitter.feed(fed, at, Math.min(step, fed.length - at));
            }
            assertEquals(expected, received.end(splitter.finish()), "step " + step);
        }
    }

    @Test
    void a_line_without_end_does_not_fill_the_memory() {
        byte[] zeros = new byte[1 << 20];
        Received received = new Received();
        SseSplitter splitter = new SseSplitter(received);
        for (int i = 0; i < 2_048; i++) {
            splitter.feed(zeros, 0, zeros.length);
        }
        String head = "\0".repeat(SseSplitter.OVERFLOW_HEAD_BYTES);
        assertEquals(List.of("stray " + head, "rest "), received.end(splitter.finish()));
    }

    @Test
    void random_streams_give_the_events_of_a_simple_reader() {
        long seed = System.nanoTime();
        System.out.println("random server-sent events: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 6_000; round++) {
            byte[] fed = stream(random);
            Received received = new Received();
            SseSplitter splitter = new SseSplitter(received);
            for (int at = 0; at < fed.length; ) {
                int count = Math.min(fed.length - at, 1 + random.nextInt(9));
                byte[] lent = Arrays.copyOfRange(fed, at, at + count);
                splitter.feed(lent, 0, count);
                Arrays.fill(lent, (byte) '#');
                at += count;
            }
            List<String> events = received.end(splitter.finish()).stream()
                    .filter(line -> line.startsWith("event "))
                    .toList();
            assertEquals(simpleReader(fed), events, "seed " + seed + ", round " + round + ": " + Arrays.toString(fed));
        }
    }

    private static byte[] stream(Random random) {
        List<String> pieces = List.of(
                "data: ",
                "data:",
                "data",
                "event: ",
                "event:",
                "id: 1",
                ":",
                " ",
                "x",
                "ü",
                "😀",
                "{\"a\":1}",
                "\uFEFF");
        List<String> ends = List.of("\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r");
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
        for (int i = random.nextInt(30); i > 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
            text.append(random.nextInt(3) == 0 ? ends.get(random.nextInt(ends.size())) : "");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A direct implementation of the standard for a complete text. */
    private static List<String> simpleReader(byte[] fed) {
        String text = new String(fed, StandardCharsets.UTF_8);
        text = text.startsWith("\uFEFF") ? text.substring(1) : text;
        String[] lines = text.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
        List<String> events = new ArrayList<>();
        String name = "";
        List<String> data = new ArrayList<>();
        for (String line : Arrays.copyOf(lines, lines.length - 1)) {
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    byte[] joined = String.join("\n", data).getBytes(StandardCharsets.UTF_8);
                    events.add("event " + name + "|" + new String(joined, StandardCharsets.ISO_8859_1));
                }
                name = "";
                data.clear();
            } else if (field.equals("event")) {
                name = value;
            } else if (field.equals("data")) {
                data.add(value);
            }
        }
        return events;
    }

    private static void expect(String fed, List<String> expected) {
        byte[] bytes = fed.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at <= bytes.length; at++) {
            Received received = new Received();
            SseSplitter splitter = new SseSplitter(received);
            splitter.feed(bytes, 0, at);
            splitter.feed(Bytes.of(bytes).slice(new Span(at, bytes.length)).toArray(), 0, bytes.length - at);
            assertEquals(expected, received.end(splitter.finish()), "split at " + at);
        }
    }

    @Test
    void all_events_of_one_feed_stay_valid_until_it_returns() {
        List<SseEvent> events = new ArrayList<>();
        SseSplitter splitter = new SseSplitter(events::add);
        byte[] first = Bytes.of("data: on").toArray();
        byte[] second = Bytes.of("e\n\ndata: two\n\ndata: three").toArray();
        splitter.feed(first, 0, first.length);
        splitter.feed(second, 0, second.length);
        assertEquals(
                List.of("data: one\n\n", "data: two\n\n"),
                events.stream().map(event -> event.raw().utf8()).toList());
    }
}
