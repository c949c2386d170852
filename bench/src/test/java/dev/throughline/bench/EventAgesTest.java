package dev.throughline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventAgesTest {
    @Test
    void the_age_of_an_event_in_two_reads_is_measured_at_its_end() {
        List<Long> ages = new ArrayList<>();
        EventAges events = new EventAges(ages::add);
        take(events, "data: {\"content\":\"@100\"}\n\ndata: {\"content\":\"@1", 150);
        take(events, "20\"}\n\n", 170);
        assertEquals(List.of(50L, 50L), ages);
        assertEquals(2, events.count());
        assertEquals(150, events.first());
        assertEquals(170, events.last());
    }

    private static void take(EventAges events, String text, long now) {
        byte[] bytes = ("xx" + text).getBytes(StandardCharsets.US_ASCII);
        events.take(bytes, 2, bytes.length - 2, now);
    }
}
