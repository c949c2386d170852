package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import org.junit.jupiter.api.Test;

class HistoryFrameTest {
    @Test
    void elements_are_framed_from_the_first_to_the_last() {
        assertEquals(new HistoryFrame(13, 17, false), frame(Dialect.CHAT, "{\"messages\":[1, 2 ]}"));
    }

    @Test
    void an_empty_list_is_framed_behind_its_bracket() {
        assertEquals(new HistoryFrame(13, 13, false), frame(Dialect.MESSAGES, "{\"messages\":[ ]}"));
    }

    @Test
    void a_text_is_bare_unless_it_stands_in_brackets() {
        assertEquals(new HistoryFrame(9, 12, true), frame(Dialect.RESPONSES, "{\"input\":\"a\"}"));
        assertEquals(new HistoryFrame(10, 13, false), frame(Dialect.RESPONSES, "{\"input\":[\"a\"]}"));
    }

    @Test
    void a_request_without_history_has_no_frame() {
        assertThrows(IllegalArgumentException.class, () -> frame(Dialect.CHAT, "{}"));
        assertThrows(IllegalArgumentException.class, () -> frame(Dialect.CHAT, "{\"messages\":null}"));
    }

    private static HistoryFrame frame(Dialect dialect, String body) {
        return HistoryFrame.of(Wires.of(dialect).decode(Bytes.of(body)));
    }
}
