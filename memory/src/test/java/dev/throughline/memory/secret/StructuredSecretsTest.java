package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StructuredSecretsTest {
    private static final String BEGIN = "-----BEGIN RSA PRIVATE KEY-----";
    private static final String END = "-----END RSA PRIVATE KEY-----";

    private static String redacted(String text) {
        List<Redaction.Secret> found = new ArrayList<>();
        StructuredSecrets.find(text, found);
        StringBuilder out = new StringBuilder(text);
        found.reversed().forEach(secret -> out.replace(secret.start(), secret.end(), "<" + secret.kind() + ">"));
        return out.toString();
    }

    @Test
    void a_private_key_is_found_from_its_begin_to_its_end() {
        assertEquals("a <private-key> b", redacted("a " + BEGIN + "\nMIIE\n" + END + " b"));
        assertEquals("<private-key>; cut", redacted(BEGIN + "\nMIIEabc\n; cut"), "without an end");
    }

    @Test
    void tokens_with_several_parts_are_found() {
        String token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY4OTAifQ.dBjftJeZ4CVPmB92K27uhbUJU1p1r";
        assertEquals("token <jwt>.", redacted("token " + token + "."));
        assertEquals(
                "https://<slack-webhook>",
                redacted("https://hooks.slack.com/services/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"));
        assertEquals("a.b.c eyJ.eyJ.x", redacted("a.b.c eyJ.eyJ.x"));
    }
}
