package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.session.SessionIdentity.KeySource;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.OriginField;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SessionIdentifierTest {
    private final SessionIdentifier identify = new SessionIdentifier("salt");

    @Test
    void the_throughline_header_has_precedence() {
        Headers headers = Headers.of("X-Session-Id", "b", "thread-id", "c", "x-throughline-session", "mine");
        assertEquals(SessionIdentity.of("mine", KeySource.HEADER), chat(headers, "hi"));
    }

    @Test
    void x_session_id_comes_second() {
        assertEquals(
                SessionIdentity.of("b", KeySource.HEADER),
                chat(Headers.of("thread-id", "c", "X-Session-Id", "b"), "hi"));
    }

    @Test
    void codex_is_identified_by_its_thread() {
        assertEquals(
                SessionIdentity.of("codex:t1", KeySource.CLIENT),
                chat(Headers.of("session-id", "t1", "thread-id", "t1"), "hi"));
    }

    @Test
    void a_codex_sub_agent_is_a_child_of_its_parent_thread() {
        Headers headers = Headers.of("session-id", "root", "thread-id", "sub", "x-codex-parent-thread-id", "root");
        assertEquals(
                new SessionIdentity(
                        new SessionKey("codex:sub"), Optional.of(new SessionKey("codex:root")), KeySource.CLIENT),
                chat(headers, "hi"));
    }

    @Test
    void a_claude_sub_agent_is_a_child_of_its_session() {
        Headers headers = Headers.of("x-claude-code-session-id", "s", "x-claude-code-agent-id", "a7");
        assertEquals(
                new SessionIdentity(
                        new SessionKey("claude:s/a7"), Optional.of(new SessionKey("claude:s")), KeySource.CLIENT),
                chat(headers, "hi"));
    }

    @Test
    void the_session_part_of_the_user_id_is_used_in_both_spellings() {
        assertEquals(
                Optional.of("u-1"), SessionIdentifier.sessionOfUser("{\"device_id\":\"d\",\"session_id\":\"u-1\"}"));
        String uuid = "0d3ff7a0-8310-4f98-a162-888df00ced5e";
        assertEquals(Optional.of(uuid), SessionIdentifier.sessionOfUser("user_ab_account__session_" + uuid));
        assertEquals(Optional.empty(), SessionIdentifier.sessionOfUser("somebody"));
    }

    @Test
    void a_cache_key_is_a_key_that_conversations_may_share() {
        Request request =
                ResponsesDialect.WIRE.decode(Bytes.of("{\"model\":\"m\",\"input\":\"hi\",\"prompt_cache_key\":\"k\"}"));
        assertEquals(
                SessionIdentity.of("shared:k", KeySource.SHARED),
                identify.of(Headers.NONE, ResponsesDialect.WIRE, request));
    }

    @Test
    void without_any_id_the_beginning_of_the_conversation_is_the_key() {
        SessionIdentity first = chat(Headers.of("user-agent", "p"), "hello");
        assertEquals(KeySource.CONTENT, first.source());
        assertEquals(first, chat(Headers.of("user-agent", "p"), "hello"));
        assertNotEquals(first, chat(Headers.of("user-agent", "p"), "hello there"));
        assertNotEquals(first, chat(Headers.of("user-agent", "q"), "hello"));
    }

    @Test
    void the_beginning_stays_the_key_when_the_conversation_grows() {
        SessionIdentity first = chat(Headers.NONE, "hello");
        Wire wire = ChatDialect.WIRE;
        Request longer = wire.decode(Bytes.of("""
            {"model":"m","messages":[{"role":"user","content":"hello"},
            {"role":"assistant","content":"yes?"},{"role":"user","content":"more"}]}\
            """));
        assertEquals(first, identify.of(Headers.NONE, wire, longer));
    }

    @Test
    void two_credentials_with_the_same_beginning_have_two_keys() {
        SessionIdentity first = chat(Headers.of("authorization", "Bearer one"), "hello");
        assertEquals(first, chat(Headers.of("authorization", "Bearer one"), "hello"));
        assertNotEquals(first, chat(Headers.of("authorization", "Bearer two"), "hello"));
        assertNotEquals(
                chat(Headers.of("authorization", "Bearer one", "x-api-key", "a"), "hello"),
                chat(Headers.of("authorization", "Bearer one", "x-api-key", "b"), "hello"));
        assertNotEquals(chat(Headers.of("api-key", "one"), "hello"), chat(Headers.of("api-key", "two"), "hello"));
        assertNotEquals(
                first, chat(new SessionIdentifier("other salt"), Headers.of("authorization", "Bearer one"), "hello"));
    }

    @Test
    void a_token_that_names_its_owner_may_be_renewed() {
        assertEquals(
                chat(Headers.of("authorization", token("ada", 1)), "hello"),
                chat(Headers.of("authorization", token("ada", 2)), "hello"));
        assertNotEquals(
                chat(Headers.of("authorization", token("ada", 1)), "hello"),
                chat(Headers.of("authorization", token("bob", 1)), "hello"));
    }

    @Test
    void credentials_are_salted_and_never_readable() {
        Headers headers = Headers.of("authorization", "Bearer secret", "user-agent", "p");
        SessionIdentity identity = identify.of(headers);
        assertEquals(KeySource.CALLER, identity.source());
        assertFalse(identity.key().text().contains("secret"));
        assertNotEquals(identity, new SessionIdentifier("other salt").of(headers));
    }

    @Test
    void a_throughline_key_that_is_too_long_is_a_caller_error() {
        Headers headers = Headers.of("x-throughline-session", "k".repeat(257));
        ProxyException refused = assertThrows(ProxyException.class, () -> identify.of(headers));
        assertEquals(ProxyException.Kind.CALLER, refused.kind());
        assertTrue(refused.sentence().contains("256"), refused.sentence());
    }

    @Test
    void a_client_id_that_is_too_long_is_replaced_by_its_hash() {
        assertTrue(identify.of(Headers.of("thread-id", "t".repeat(400)))
                .key()
                .text()
                .startsWith("long:"));
    }

    @Test
    void a_key_in_utf_8_is_decoded() {
        String latin = new String("Grüße 🌍".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertEquals(
                "Grüße 🌍",
                identify.of(Headers.of("x-throughline-session", latin)).key().text());
    }

    @Test
    void the_origin_of_a_message_gives_the_key() {
        Headers headers = Headers.of("thread-id", "c", "x-throughline-channel", "discord", "x-throughline-group", "g");
        SessionIdentity identity = chat(headers, "hi");
        assertEquals("agent:main:discord:group:g", identity.key().text());
        assertEquals(KeySource.ORIGIN, identity.source());
        assertEquals(OriginHeaders.read(headers), identity.origin());
        assertEquals(identity, identify.of(headers));
    }

    @Test
    void a_key_that_the_client_chose_has_precedence_over_the_origin() {
        Headers headers = Headers.of("x-throughline-session", "mine", "x-throughline-peer", "ada");
        SessionIdentity identity = chat(headers, "hi");
        assertEquals("mine", identity.key().text());
        assertEquals(KeySource.HEADER, identity.source(), "the origin only describes the session");
        assertEquals(OriginHeaders.read(headers), identity.origin());
    }

    @Test
    void a_sent_key_of_an_agent_names_its_origin_and_any_other_key_is_a_name() {
        SessionIdentity group = chat(Headers.of("x-throughline-session", "agent:main:discord:group:a b"), "hi");
        assertEquals(
                chat(Headers.of("x-throughline-channel", "discord", "x-throughline-group", "a b"), "hi")
                        .key(),
                group.key());
        assertEquals(KeySource.ORIGIN, group.source());
        assertEquals(
                "a b", group.origin().orElseThrow().field(OriginField.GROUP).orElseThrow());
        for (String key : new String[] {"cron:nightly", "node-7", "team:group:1", "agent:a:slack:channel:9"}) {
            assertEquals(
                    SessionIdentity.of(key, KeySource.HEADER), chat(Headers.of("x-throughline-session", key), "hi"));
        }
    }

    private static String token(String owner, int expires) {
        String claims = "{\"sub\":\"" + owner + "\",\"exp\":" + expires + "}";
        return "Bearer eyJhbGciOiJub25lIn0."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.UTF_8))
                + ".signature" + expires;
    }

    private SessionIdentity chat(Headers headers, String text) {
        return chat(identify, headers, text);
    }

    private static SessionIdentity chat(SessionIdentifier identify, Headers headers, String text) {
        Wire wire = ChatDialect.WIRE;
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]}";
        return identify.of(headers, wire, wire.decode(Bytes.of(body)));
    }
}
