package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import org.junit.jupiter.api.Test;

class JsonStringCutterTest {
    @Test
    void a_json_string_is_cut_by_unescaped_length() {
        JsonStringCutter cut = new JsonStringCutter(Bytes.of("\"a\\n\\u00e9é漢😀\\ud83d\\ude00z\""));

        assertEquals("\"a\\n\"", cut.next(2).utf8());
        assertEquals("\"\\u00e9é漢\"", cut.next(3).utf8());
        assertEquals("\"😀\\ud83d\\ude00\"", cut.next(4).utf8());
        assertFalse(cut.isAtEnd());
        assertEquals("\"z\"", cut.next(9).utf8());
        assertTrue(cut.isAtEnd());
        assertEquals("\"\"", cut.next(1).utf8());
    }
}
