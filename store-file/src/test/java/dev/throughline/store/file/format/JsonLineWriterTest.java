package dev.throughline.store.file.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Hash;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JsonLineWriterTest {
    @Test
    void fields_are_written_in_order() {
        JsonLineWriter json = new JsonLineWriter()
                .open()
                .field("a", "x")
                .field("b", 7)
                .field("c", Optional.empty())
                .field("d", List.of(Hash.of("1")))
                .name("e")
                .open()
                .field("f", Optional.of("y"))
                .close()
                .field("g", 8)
                .close();
        assertEquals(
                "{\"a\":\"x\",\"b\":7,\"d\":[\"" + Hash.of("1") + "\"],\"e\":{\"f\":\"y\"},\"g\":8}",
                new String(json.toArray(), StandardCharsets.UTF_8));
    }

    @Test
    void every_character_is_read_back_unchanged() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c < 0x10000; c++) {
            all.append((char) c).append('.');
        }
        all.append("🙂").append("x".repeat(10_000)).append('\ud83d');
        String text = all.toString();
        assertEquals(
                text,
                JsonFields.of(new JsonLineWriter()
                                .open()
                                .field("t", text)
                                .close()
                                .toArray())
                        .text("t"));
    }
}
