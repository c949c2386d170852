package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PrivateKeysTest {
    private static final String BEGIN = "-----BEGIN RSA PRIVATE KEY-----";
    private static final String END = "-----END RSA PRIVATE KEY-----";

    private static String redacted(String text) {
        List<Redaction.Secret> found = new ArrayList<>();
        PrivateKeys.find(text, found);
        StringBuilder out = new StringBuilder(text);
        found.reversed().forEach(secret -> out.replace(secret.start(), secret.end(), "<" + secret.kind() + ">"));
        return out.toString();
    }

    @Test
    void a_private_key_is_found_from_its_begin_to_its_end() {
        assertEquals("a <private-key> b", redacted("a " + BEGIN + "\nMIIE\n" + END + " b"));
        assertEquals("<private-key>; cut", redacted(BEGIN + "\nMIIEabc\n; cut"), "without an end");
    }
}
