package dev.throughline.store.file.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JsonFieldsTest {
    @Test
    void fields_are_read_by_name_and_type() {
        JsonFields fields = of("{\"t\":\"x\",\"n\":7,\"l\":[1,2],\"o\":{\"p\":[{\"q\":\"r\"}]}}");
        assertEquals("x", fields.text("t"));
        assertEquals(7, fields.integer("n"));
        assertEquals(List.of(1L, 2L), fields.numbers("l"));
        assertEquals("r", fields.inner("o").objects("p").getFirst().text("q"));
        assertEquals(Optional.empty(), fields.maybe("z"));
        assertThrows(DamagedException.class, () -> fields.text("n"));
        assertThrows(DamagedException.class, () -> fields.number("z"));
        assertThrows(DamagedException.class, () -> fields.objects("l"));
        assertThrows(DamagedException.class, () -> fields.inner("o").numbers("p"));
    }

    @Test
    void text_other_than_one_object_is_damaged() {
        for (String bad :
                new String[] {"", "[]", "{", "{\"a\":", "{\"a\":1}{", "{} {}", "{\"a\":null}", "{\"a\":1.5}", "\0"}) {
            assertThrows(DamagedException.class, () -> of(bad), bad);
        }
    }

    private static JsonFields of(String json) {
        return JsonFields.of(json.getBytes(StandardCharsets.UTF_8));
    }
}
