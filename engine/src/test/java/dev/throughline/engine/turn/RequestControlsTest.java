package dev.throughline.engine.turn;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.history.HistoryHolder;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RequestControlsTest {
    private static final boolean TRUSTED = true;

    @Test
    void without_control_headers_nothing_is_requested() {
        assertEquals(RequestControls.NONE, RequestControls.of(Headers.NONE, TRUSTED));
    }

    @Test
    void the_holder_of_the_history_is_client_or_gateway() {
        assertEquals(
                Optional.of(HistoryHolder.GATEWAY),
                RequestControls.of(Headers.of("X-Throughline-History", " Gateway"), TRUSTED)
                        .history());
        ProxyException refused = assertThrows(
                ProxyException.class, () -> RequestControls.of(Headers.of("x-throughline-history", "me"), TRUSTED));
        assertTrue(refused.sentence().contains("'client' or 'gateway'"), refused.sentence());
    }

    @Test
    void memory_is_on_or_off() {
        assertEquals(
                Optional.of(true),
                RequestControls.of(Headers.of("X-Throughline-Memory", "on"), TRUSTED)
                        .memory());
        assertEquals(
                Optional.of(false),
                RequestControls.of(Headers.of("X-Throughline-Memory", "OFF"), TRUSTED)
                        .memory());
    }

    @Test
    void another_word_is_refused_with_what_is_allowed() {
        ProxyException refused = assertThrows(
                ProxyException.class, () -> RequestControls.of(Headers.of("x-throughline-memory", "maybe"), TRUSTED));
        assertEquals(ProxyException.Kind.CALLER, refused.kind());
        assertTrue(refused.sentence().contains("'on' or 'off'")
                && refused.sentence().contains("maybe"));
    }

    @Test
    void the_clients_time_is_used_only_in_a_replay() {
        Headers headers = Headers.of("x-throughline-time", "2026-04-05T06:07:08Z");
        assertEquals(
                Optional.of(Instant.parse("2026-04-05T06:07:08Z")),
                RequestControls.of(headers, TRUSTED).time());
        assertEquals(Optional.empty(), RequestControls.of(headers, !TRUSTED).time());
        assertThrows(
                ProxyException.class, () -> RequestControls.of(Headers.of("x-throughline-time", "yesterday"), TRUSTED));
    }

    @Test
    void a_note_is_plain_or_percent_encoded() {
        assertEquals(Optional.of("- [ ] one\n- 100% of two €"), todo("- [ ] one%0A- 100% of two %E2%82%AC"));
        assertEquals(Optional.of("caf\u00e9"), todo(new String("caf\u00e9".getBytes(UTF_8), ISO_8859_1)));
        assertEquals(Optional.of(""), todo(" "));
        assertEquals(
                Optional.of("be kind"),
                RequestControls.of(Headers.of("X-Throughline-Pinned", "be kind"), TRUSTED)
                        .pinned());
    }

    @Test
    void a_note_that_is_not_valid_text_is_refused() {
        for (String wrong : new String[] {"%FF%FE", "caf\u00e9"}) {
            ProxyException refused = assertThrows(ProxyException.class, () -> todo(wrong));
            assertTrue(refused.sentence().contains("X-Throughline-Todo must be UTF-8"), refused.sentence());
        }
    }

    private static Optional<String> todo(String value) {
        return RequestControls.of(Headers.of("x-throughline-todo", value), TRUSTED)
                .todo();
    }
}
