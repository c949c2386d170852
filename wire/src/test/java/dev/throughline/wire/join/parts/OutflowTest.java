package dev.throughline.wire.join.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import org.junit.jupiter.api.Test;

class OutflowTest {
    @Test
    void what_was_left_open_is_ended_only_when_more_follows() {
        Outflow out = new Outflow();
        out.send(Bytes.of("a"));
        out.leaveOpen();
        assertEquals("a", out.drain().utf8());
        assertEquals("", out.drain().utf8());
        out.send(Bytes.of("b"));
        out.send(Bytes.of("c"));

        assertEquals("\n\nbc", out.drain().utf8());
    }
}
