package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.SessionId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShortIdTest {
    private static final SessionId ONE = SessionId.of("0198c5a0-1111-7000-8000-00000000abcd");

    private static String among(SessionId... others) {
        List<SessionId> all = List.of(others);
        return ShortId.among(List.of(ONE), all).of(ONE);
    }

    @Test
    void a_short_id_matches_no_other_session_listed_or_not() {
        assertEquals("abcd", among(ONE));
        assertEquals("0abcd", among(ONE, SessionId.of("0198c5a0-2222-7000-8000-00000001abcd")));
        assertEquals("0abcd", among(ONE, SessionId.of("abcd5a00-2222-7000-8000-000000000000")), "a beginning counts");
    }

    @Test
    void a_short_id_differs_from_sessions_that_are_not_listed() {
        assertEquals(
                "abcd",
                among(
                        ONE,
                        SessionId.of("0198c5a0-2222-7000-8000-000000001234"),
                        SessionId.of("0198c5a0-3333-7000-8000-000000001234")));
    }
}
