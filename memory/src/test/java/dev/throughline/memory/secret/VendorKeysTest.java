package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VendorKeysTest {
    private static final String KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

    private static List<Redaction.Secret> find(String text) {
        List<Redaction.Secret> found = new ArrayList<>();
        VendorKeys.find(text, found);
        return found;
    }

    @Test
    void a_key_of_a_known_format_is_found() {
        assertEquals(
                List.of(new Redaction.Secret(4, 4 + KEY.length(), "github-token")), find("key " + KEY + " is mine"));
        assertEquals(List.of(new Redaction.Secret(2, 2 + KEY.length(), "github-token")), find("\\n" + KEY), "in JSON");
    }

    @Test
    void other_lengths_placeholders_and_parts_of_words_are_not_keys() {
        assertEquals(List.of(), find(KEY.substring(0, KEY.length() - 1)));
        assertEquals(List.of(), find("x" + KEY));
        assertEquals(List.of(), find("ghp_" + "x".repeat(36)));
    }
}
