package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SessionRefTest {
    @Test
    void a_reference_starts_with_the_tenant() {
        SessionId id = SessionId.of("0198c5a0-0000-7000-8000-000000000001");
        assertEquals("local/0198c5a0-0000-7000-8000-000000000001", new SessionRef(Tenant.LOCAL, id).toString());
    }
}
