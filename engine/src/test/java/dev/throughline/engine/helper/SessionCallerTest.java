package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import org.junit.jupiter.api.Test;

/** Who pays for a question: a key by the token, or a subscription. */
final class SessionCallerTest {
    private static boolean isPaidByKey(Dialect dialect, Headers headers) {
        return new SessionCaller(dialect, "/v1", headers, "m")
                .isPaidByKey(Dialects.of(dialect).profile().provider());
    }

    @Test
    void a_key_is_paid_by_the_token() {
        assertEquals(true, isPaidByKey(MessagesDialect.NAME, Headers.of("x-api-key", "sk-ant-api03-a")));
        assertEquals(true, isPaidByKey(ResponsesDialect.NAME, Headers.of("authorization", "Bearer sk-proj-a")));
        assertEquals(true, isPaidByKey(ChatDialect.NAME, Headers.of("authorization", "Bearer sk-or-v1-a")));
        assertEquals(true, isPaidByKey(ChatDialect.NAME, Headers.NONE));
    }

    @Test
    void the_login_of_a_subscription_is_not_a_key() {
        Headers bearer = Headers.of("authorization", "Bearer sk-ant-oat01-a");
        assertEquals(false, isPaidByKey(MessagesDialect.NAME, bearer));
        assertEquals(false, isPaidByKey(MessagesDialect.NAME, Headers.of("authorization", "Bearer other")));
        assertEquals(false, isPaidByKey(MessagesDialect.NAME, Headers.of("x-api-key", "sk-ant-oat01-a")));
        assertEquals(false, isPaidByKey(ResponsesDialect.NAME, Headers.of("authorization", "Bearer eyJhbGciOi.a.b")));
        assertEquals(false, isPaidByKey(ChatDialect.NAME, Headers.of("authorization", "Bearer ghu_a")));
        Headers account = Headers.of("authorization", "Bearer t").and("chatgpt-account-id", "1");
        assertEquals(false, isPaidByKey(ResponsesDialect.NAME, account));
    }
}
