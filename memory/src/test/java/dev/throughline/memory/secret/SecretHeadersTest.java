package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SecretHeadersTest {
    private static List<String> found(String text) {
        List<Redaction.Secret> found = new ArrayList<>();
        SecretHeaders.find(text, found);
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
}
