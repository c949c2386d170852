package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValueTypeTest {
    private static final Environment AROUND = new Environment(Map.of(), Path.of("/home/ada"), Path.of("/srv/x"));

    private static <T> T read(ValueType<T> type, String text) {
        return type.reader().read(text, AROUND);
    }

    @Test
    void sizes_have_units() {
        assertEquals(
                List.of(64L << 20, 1_000L, 1L << 10, 5_000_000_000L, 1_048_576L),
                List.of("64MiB", "1 KB", "1kib", "5gb", "1_048_576").stream()
                        .map(text -> read(ValueType.BYTES, text))
                        .toList());
        assertEquals("64MiB", ValueType.BYTES.writer().apply(64L << 20));
        assertEquals("64KiB", ValueType.BYTES.writer().apply(64L << 10));
        assertEquals("1000", ValueType.BYTES.writer().apply(1000L));
    }

    @Test
    void paths_know_the_home_and_the_working_folder() {
        assertEquals(Path.of("/home/ada/a"), read(ValueType.PATH, "~/a"));
        assertEquals(Path.of("/home/ada"), read(ValueType.PATH, "~"));
        assertEquals(Path.of("/srv/x/a"), read(ValueType.PATH, "a"));
        assertEquals(Path.of("/a"), read(ValueType.PATH, "/a"));
    }

    @Test
    void what_does_not_fit_is_refused() {
        for (String text : List.of("", "MiB", "4 apples", "-1", "99999999999GiB")) {
            assertThrows(RuntimeException.class, () -> read(ValueType.BYTES, text), text);
        }
        for (String text : List.of("", "ftp://x", "localhost:1", "http://", "http://u:p@x", "http://x?q=1")) {
            assertThrows(IllegalArgumentException.class, () -> read(ValueType.URL, text), text);
        }
        for (String text : List.of("-1", "65536", "x", "")) {
            assertThrows(IllegalArgumentException.class, () -> read(ValueType.PORT, text), text);
        }
        assertThrows(IllegalArgumentException.class, () -> read(ValueType.SWITCH, "maybe"));
        assertThrows(IllegalArgumentException.class, () -> read(ValueType.ROUTES, "qwen"));
        for (String wrong : List.of("x-team", "=blue", "x team=blue", "x-key=a\nb", "Host=elsewhere", "a=b,")) {
            assertThrows(IllegalArgumentException.class, () -> read(ValueType.HEADERS, wrong), wrong);
        }
    }
}
