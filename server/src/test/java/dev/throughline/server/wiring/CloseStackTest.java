package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseStackTest {
    private final List<String> closed = new ArrayList<>();

    private Runnable thing(String name, boolean breaks) {
        return () -> {
            closed.add(name);
            if (breaks) {
                throw new IllegalStateException(name + " broke");
            }
        };
    }

    @Test
    void the_last_opened_is_closed_first_and_no_failure_is_lost() {
        CloseStack closing = new CloseStack();
        closing.push(thing("store", /* breaks= */ true));
        closing.push(thing("log", /* breaks= */ false));
        closing.push(thing("gateway", /* breaks= */ true));
        IllegalStateException thrown = assertThrows(IllegalStateException.class, closing::close);
        assertEquals(List.of("gateway", "log", "store"), closed);
        assertEquals("gateway broke", thrown.getMessage());
        assertEquals("store broke", thrown.getSuppressed()[0].getMessage());
        closing.close();
        assertEquals(3, closed.size());
    }
}
