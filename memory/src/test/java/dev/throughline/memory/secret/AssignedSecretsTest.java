package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AssignedSecretsTest {
    private static List<String> found(String text) {
        List<Redaction.Secret> found = new ArrayList<>();
        AssignedSecrets.find(text, found);
        return found.stream()
                .map(secret -> secret.kind() + " " + text.substring(secret.start(), secret.end()))
                .toList();
    }

    @Test
    void values_after_words_that_announce_a_secret_are_found() {
        assertEquals(List.of("password hunter2"), found("password: hunter2"));
        assertEquals(List.of("key k9f2J4h6d8s0a1"), found("\"api_key\": \"k9f2J4h6d8s0a1\""));
        assertEquals(List.of("token k9f2J4h6d8s0a1"), found("run --token k9f2J4h6d8s0a1 now"));
        assertEquals(List.of("secret k9f2J4h6d8s0a1"), found("<secret>k9f2J4h6d8s0a1</secret>"));
        assertEquals(List.of("password hunter22"), found("the password is hunter22."));
        assertEquals(List.of("secret k9f2J4h6d8s0a1"), found("AWS_SECRET_ACCESS_KEY=k9f2J4h6d8s0a1"));
    }

    @Test
    void names_comparisons_and_code_are_not_secrets() {
        for (String text : List.of(
                "token_count: 12345678901",
                "secret_name=k9f2J4h6d8s0a1",
                "access_key_id: k9f2J4h6d8s0a1",
                "if password == k9f2J4h6d8",
                "password: null",
                "token = request.token()",
                "password=$PASSWORD")) {
            assertEquals(List.of(), found(text), text);
        }
    }
}
