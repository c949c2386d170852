package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HeaderTextTest {
    @Test
    void a_text_is_utf_8_as_it_is_or_percent_encoded() {
        String latin = new String("Grüße".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertEquals("Grüße", HeaderText.decoded("X-A", latin));
        assertEquals("Grüße", HeaderText.decoded("X-A", "Gr%C3%BC%C3%9Fe"));
        assertEquals("100% \n", HeaderText.decoded("X-A", "100% %0A"));
    }

    @Test
    void other_bytes_are_refused() {
        assertEquals(Optional.empty(), HeaderText.utf8("caf\u00e9"));
        ProxyException refused = assertThrows(ProxyException.class, () -> HeaderText.decoded("X-A", "%FF"));
        assertEquals("X-A must be UTF-8, as it is or percent-encoded; it is not.", refused.sentence());
    }
}
