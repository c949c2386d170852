package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Headers;
import dev.throughline.wire.chat.ChatDialect;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SessionCallersTest {
    private static SessionCaller caller(String model) {
        return new SessionCaller(
                ChatDialect.NAME, "/v1/chat/completions", Headers.of("authorization", "Bearer secret"), model);
    }

    @Test
    void the_newest_of_a_session_is_known() {
        SessionCallers callers = new SessionCallers();
        callers.put(Questions.session(1), caller("old"));
        callers.put(Questions.session(1), caller("new"));
        assertEquals(Optional.of(caller("new")), callers.of(Questions.session(1)));
        assertEquals(Optional.empty(), callers.of(Questions.session(2)));
    }

    @Test
    void the_least_recently_used_is_forgotten() {
        SessionCallers callers = new SessionCallers();
        for (int i = 0; i < 257; i++) {
            callers.put(Questions.session(i), caller("m"));
        }
        assertEquals(Optional.empty(), callers.of(Questions.session(0)));
        assertEquals(Optional.of(caller("m")), callers.of(Questions.session(1)));
    }

    @Test
    void the_text_of_a_caller_does_not_contain_its_credentials() {
        assertFalse(caller("m").toString().contains("secret"));
    }
}
