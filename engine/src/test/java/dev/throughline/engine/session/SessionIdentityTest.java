package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.session.SessionIdentity.KeySource;
import dev.throughline.model.SessionKey;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SessionIdentityTest {
    @Test
    void a_child_has_the_key_of_its_parent_and_a_name() {
        SessionIdentity identity = SessionIdentity.of("claude:abc", KeySource.CLIENT);
        assertEquals(new SessionIdentity(new SessionKey("claude:abc"), Optional.empty(), KeySource.CLIENT), identity);
        assertEquals(new SessionKey("claude:abc/agent-1"), identity.child("agent-1"));
    }

    @Test
    void a_child_key_that_is_too_long_is_replaced_by_its_hash() {
        SessionIdentity identity = SessionIdentity.of("k".repeat(SessionKey.MAX_LENGTH), KeySource.HEADER);
        SessionKey child = identity.child("a");
        assertTrue(child.text().startsWith("long:"), child.text());
        assertNotEquals(child, identity.child("b"));
    }
}
