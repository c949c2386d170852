package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SecretPatternsTest {
    private static List<String> found(String text) {
        List<Redaction.Secret> found = new ArrayList<>();
        SecretPatterns.find(text, found);
        return found.stream()
                .map(secret -> secret.kind() + " " + text.substring(secret.start(), secret.end()))
                .toList();
    }

    @Test
    void credentials_in_headers_are_found() {
        assertEquals(List.of("bearer-token a1b2c3d4e5f6g7h8i9"), found("Authorization: Bearer a1b2c3d4e5f6g7h8i9"));
        assertEquals(List.of("basic-auth YWRtaW46aHVudGVyMjI="), found("Authorization: Basic YWRtaW46aHVudGVyMjI="));
        assertEquals(List.of("cookie session=Zk29fk20fkq0fk2x"), found("Cookie: session=Zk29fk20fkq0fk2x"));
    }

    @Test
    void passwords_in_addresses_and_options_are_found() {
        assertEquals(List.of("password s3cr3t!"), found("postgres://ana:s3cr3t!@db/app"));
        assertEquals(List.of("password hunter22"), found("curl -u ana:hunter22 x"));
        assertEquals(List.of("password hunter22"), found("machine x login ana password hunter22"));
    }

    @Test
    void examples_and_references_are_not_secrets() {
        assertEquals(List.of(), found("postgres://user:password@db/app and https://host:8080/a@b"));
        assertEquals(List.of(), found("Authorization: Bearer ${TOKEN} or Bearer your-token-here-please-12"));
    }

    @Test
    void tokens_with_several_parts_are_found() {
        String token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY4OTAifQ.dBjftJeZ4CVPmB92K27uhbUJU1p1r";
        assertEquals(List.of("jwt " + token), found("token " + token + "."));
        String webhook = "hooks.slack.com/services/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";
        assertEquals(List.of("slack-webhook " + webhook), found("https://" + webhook));
        assertEquals(List.of(), found("a.b.c eyJ.eyJ.x"));
    }

    @Test
    void a_parameter_of_an_address_is_a_secret_if_its_value_is_a_key() {
        assertEquals(List.of("key 9fK2mQ7xR4tZ8wLp"), found("https://host/a?key=9fK2mQ7xR4tZ8wLp"));
        assertEquals(List.of(), found("https://host/a?code=introduction-text"));
    }
}
