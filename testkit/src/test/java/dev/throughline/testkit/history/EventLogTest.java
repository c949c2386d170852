package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import org.junit.jupiter.api.Test;

class EventLogTest {
    @Test
    void events_are_named_by_their_type_where_the_dialect_has_names() {
        Json.Obj ping = Json.obj("type", "ping");
        assertEquals(
                Bytes.of("event: ping\ndata: {\"type\":\"ping\"}\n\n"),
                new EventLog(SimulatedDialect.MESSAGES).add(ping).end());
        assertEquals(
                Bytes.of("data: {\"type\":\"ping\"}\n\ndata: [DONE]\n\n"),
                new EventLog(SimulatedDialect.CHAT).add(ping).end());
    }
}
