package dev.throughline.store.file.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.testkit.store.SampleEntries;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ExactBytesTest {
    @Test
    void bytes_are_written_in_the_most_readable_form() {
        assertEquals("{\"raw\":{\"a\":1e5,\"a\":-0}}", written(Bytes.of("{\"a\":1e5,\"a\":-0}")));
        assertEquals("{\"raw\": [1,\t2] }", written(Bytes.of(" [1,\t2] ")));
        assertEquals("{\"text\":\"{\\n}\"}", written(Bytes.of("{\n}")));
        assertEquals("{\"text\":\"1 2\"}", written(Bytes.of("1 2")));
        assertEquals("{\"text\":\"\"}", written(Bytes.EMPTY));
        assertEquals("{\"base64\":\"Iv8i\"}", written(Bytes.of(new byte[] {'"', (byte) 0xff, '"'})));
    }

    @Test
    void difficult_bytes_are_read_back_unchanged() {
        for (Bytes bytes : SampleEntries.NASTY) {
            byte[] object = json(bytes);
            assertEquals(bytes, ExactBytes.read(object, 1));
        }
    }

    @Test
    void a_malformed_object_is_damaged() {
        for (String bad :
                new String[] {"{", "{}", "{\"raw\":1", "{\"rows\":1}", "{\"base64\":\"%%\"}", "{\"text\":1}"}) {
            byte[] bytes = bad.getBytes(StandardCharsets.UTF_8);
            assertThrows(DamagedException.class, () -> ExactBytes.read(bytes, 1), bad);
        }
    }

    private static String written(Bytes bytes) {
        return new String(json(bytes), StandardCharsets.UTF_8);
    }

    private static byte[] json(Bytes bytes) {
        JsonLineWriter json = new JsonLineWriter().open();
        ExactBytes.write(json, bytes);
        return json.close().toArray();
    }
}
