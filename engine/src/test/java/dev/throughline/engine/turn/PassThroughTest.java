package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PassThroughTest {
    private final PassThrough passThrough = new PassThrough(new SessionIdentifier("salt"));

    @Test
    void what_works_is_passed_on() {
        assertEquals(Optional.empty(), attempt("a").around(() -> {}));
    }

    @Test
    void a_store_that_fails_is_a_bypass_with_its_reason() {
        assertEquals(Optional.of("store_failed"), attempt("a").around(() -> {
            throw new ProxyException(Kind.STORE, "store_failed", "full");
        }));
    }

    @Test
    void a_bug_of_ours_is_a_bypass() {
        assertEquals(Optional.of("internal_error"), attempt("a").around(() -> {
            throw new IllegalStateException("bug");
        }));
    }

    @Test
    void what_the_caller_did_wrong_is_told_to_the_caller() {
        assertThrows(
                ProxyException.class,
                () -> attempt("a").around(() -> {
                    throw new ProxyException(Kind.CALLER, "bad", "bad");
                }));
    }

    @Test
    void the_trouble_of_one_gateway_is_not_that_of_another() {
        var _ = attempt("a").around(() -> {
            throw new ProxyException(Kind.STORE, "store_failed", "full");
        });
        assertEquals(Set.of("store_failed"), passThrough.errors());
        assertEquals(Set.of(), new PassThrough(new SessionIdentifier("salt")).errors());
    }

    @Test
    void a_trouble_is_over_when_a_session_that_it_hit_is_remembered() {
        fail(attempt("a"), "store_failed");
        fail(attempt("b"), "store_failed");
        attempt("c").worked();
        assertEquals(Set.of("store_failed"), passThrough.errors(), "it never hit c");
        attempt("a").worked();
        assertEquals(Set.of(), passThrough.errors());
    }

    @Test
    void a_turn_in_which_one_station_broke_proves_nothing() {
        PassThrough.Attempt turn = attempt("a");
        fail(turn, "edit_not_durable");
        turn.worked();
        fail(attempt("a"), "store_failed");
        assertEquals(Set.of("edit_not_durable", "store_failed"), passThrough.errors());
        attempt("a").worked();
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
        var _ = attempt.around(() -> {
            throw new ProxyException(Kind.STORE, code, "full");
        });
    }
}
