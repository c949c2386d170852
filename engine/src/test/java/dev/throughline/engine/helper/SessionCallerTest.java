package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import org.junit.jupiter.api.Test;

/** Who pays for a question: a key by the token, or a subscription. */
final class SessionCallerTest {
    private static boolean isPaidByKey(Dialect dialect, Headers headers) {
        return new SessionCaller(dialect, "/v1", headers, "m").isPaidByKey();
    }

    @Test
    void a_key_is_paid_by_the_token() {
        assertEquals(true, isPaidByKey(Dialect.MESSAGES, Headers.of("x-api-key", "sk-ant-api03-a")));
        assertEquals(true, isPaidByKey(Dialect.RESPONSES, Headers.of("authorization", "Bearer sk-proj-a")));
        assertEquals(true, isPaidByKey(Dialect.CHAT, Headers.of("authorization", "Bearer sk-or-v1-a")));
        assertEquals(true, isPaidByKey(Dialect.CHAT, Headers.NONE));
    }

    @Test
    void the_login_of_a_subscription_is_no_key() {
        Headers bearer = Headers.of("authorization", "Bearer sk-ant-oat01-a");
        assertEquals(false, isPaidByKey(Dialect.MESSAGES, bearer));
        assertEquals(false, isPaidByKey(Dialect.MESSAGES, Headers.of("authorization", "Bearer other")));
        assertEquals(false, isPaidByKey(Dialect.MESSAGES, Headers.of("x-api-key", "sk-ant-oat01-a")));
        assertEquals(false, isPaidByKey(Dialect.RESPONSES, Headers.of("authorization", "Bearer eyJhbGciOi.a.b")));
        assertEquals(false, isPaidByKey(Dialect.CHAT, Headers.of("authorization", "Bearer ghu_a")));
        Headers account = Headers.of("authorization", "Bearer t").and("chatgpt-account-id", "1");
        assertEquals(false, isPaidByKey(Dialect.RESPONSES, account));
    }
}
