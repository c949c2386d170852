package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PassThroughTest {
    private final PassThrough passThrough = new PassThrough(new SessionIdentifier("salt"));

    @Test
    void the_result_of_a_step_that_works_is_returned() {
        PassThrough.Attempt attempt = attempt("a");
        assertEquals(Optional.of(7), attempt.runOrBypass(() -> Optional.of(7)));
        assertEquals(Optional.empty(), attempt.bypass());
    }

    @Test
    void a_failed_step_has_a_reason_and_no_result() {
        for (Failure failure : List.of(
                new Failure(new ProxyException(Kind.STORE, "store_failed", "full"), "store_failed"),
                new Failure(new ProxyException(Kind.UPSTREAM, "upstream_broken", "gone"), "upstream_broken"),
                new Failure(new IllegalStateException("bug"), "internal_error"),
                new Failure(new OutOfMemoryError("on purpose"), "internal_error"))) {
            PassThrough.Attempt attempt = attempt("a");
            assertEquals(Optional.empty(), attempt.runOrBypass(() -> thrown(failure.error())));
            assertEquals(Optional.of(failure.reason()), attempt.bypass());
            PassThrough.Attempt tolerant = attempt("a");
            tolerant.runOrLog(() -> thrown(failure.error()));
            assertEquals(Optional.empty(), tolerant.bypass(), "the turn keeps its memory");
        }
    }

    private record Failure(Throwable error, String reason) {}

    private static Optional<Integer> thrown(Throwable error) {
        if (error instanceof Error fatal) {
            throw fatal;
        }
        throw (RuntimeException) error;
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"CALLER", "LIMIT"})
    void an_error_of_the_client_is_thrown(Kind kind) {
        ProxyException error = new ProxyException(kind, "bad", "bad");
        PassThrough.Attempt attempt = attempt("a");
        assertSame(error, assertThrows(ProxyException.class, () -> attempt.runOrBypass(() -> thrown(error))));
        assertSame(error, assertThrows(ProxyException.class, () -> attempt.runOrLog(() -> thrown(error))));
        assertEquals(Optional.empty(), attempt.bypass());
        assertEquals(Set.of(), passThrough.errors());
    }

    @Test
    void gateways_do_not_share_errors() {
        fail(attempt("a"), "store_failed");
        assertEquals(Set.of("store_failed"), passThrough.errors());
        assertEquals(Set.of(), new PassThrough(new SessionIdentifier("salt")).errors());
    }

    @Test
    void an_error_ends_when_a_turn_of_a_session_that_had_it_succeeds() {
        fail(attempt("a"), "store_failed");
        fail(attempt("b"), "store_failed");
        attempt("c").succeeded();
        assertEquals(Set.of("store_failed"), passThrough.errors(), "c never had the error");
        attempt("a").succeeded();
        assertEquals(Set.of(), passThrough.errors());
    }

    @Test
    void a_turn_with_a_failed_step_does_not_end_an_error() {
        PassThrough.Attempt turn = attempt("a");
        fail(turn, "edit_not_durable");
        turn.succeeded();
        fail(attempt("a"), "store_failed");
        assertEquals(Set.of("edit_not_durable", "store_failed"), passThrough.errors());
        attempt("a").succeeded();
        assertEquals(Set.of(), passThrough.errors());
    }

    @Test
    void the_number_of_remembered_errors_is_limited() {
        for (int i = 0; i < 1_000; i++) {
            fail(attempt("session " + i), "error " + i);
        }
        assertEquals(256, passThrough.errors().size());
    }

    private PassThrough.Attempt attempt(String session) {
        return passThrough.attempt(Headers.of("x-session-id", session));
    }

    private static void fail(PassThrough.Attempt attempt, String code) {
        attempt.runOrLog(() -> {
            throw new ProxyException(Kind.STORE, code, "full");
        });
    }
}
