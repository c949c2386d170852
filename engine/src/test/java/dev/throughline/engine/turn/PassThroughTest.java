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
    void a_step_that_fails_has_no_result_and_a_reason() {
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
    void what_the_client_did_wrong_is_thrown(Kind kind) {
        ProxyException error = new ProxyException(kind, "bad", "bad");
        PassThrough.Attempt attempt = attempt("a");
        assertSame(error, assertThrows(ProxyException.class, () -> attempt.runOrBypass(() -> thrown(error))));
        assertSame(error, assertThrows(ProxyException.class, () -> attempt.runOrLog(() -> thrown(error))));
        assertEquals(Optional.empty(), attempt.bypass());
        assertEquals(Set.of(), passThrough.errors());
    }

    @Test
    void the_trouble_of_one_gateway_is_not_that_of_another() {
        fail(attempt("a"), "store_failed");
        assertEquals(Set.of("store_failed"), passThrough.errors());
        assertEquals(Set.of(), new PassThrough(new SessionIdentifier("salt")).errors());
    }

    @Test
    void a_trouble_is_over_when_a_session_that_it_hit_is_remembered() {
        fail(attempt("a"), "store_failed");
        fail(attempt("b"), "store_failed");
        attempt("c").succeeded();
        assertEquals(Set.of("store_failed"), passThrough.errors(), "it never hit c");
        attempt("a").succeeded();
        assertEquals(Set.of(), passThrough.errors());
    }

    @Test
    void a_turn_in_which_one_station_broke_proves_nothing() {
        PassThrough.Attempt turn = attempt("a");
        fail(turn, "edit_not_durable");
        turn.succeeded();
        fail(attempt("a"), "store_failed");
        assertEquals(Set.of("edit_not_durable", "store_failed"), passThrough.errors());
        attempt("a").succeeded();
        assertEquals(Set.of(), passThrough.errors());
    }

    @Test
    void no_more_sessions_are_remembered_than_the_limit() {
        for (int i = 0; i < 1_000; i++) {
            fail(attempt("session " + i), "trouble " + i);
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
