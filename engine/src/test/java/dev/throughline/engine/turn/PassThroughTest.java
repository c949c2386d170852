package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import org.junit.jupiter.api.Test;

final class PassThroughTest {
    private final PassThrough passThrough = new PassThrough();

    @Test
    void what_works_is_passed_on() {
        Memory unwanted = new Memory.Unwanted(Memory.Why.NO_AGENT);
        assertEquals(unwanted, passThrough.around(() -> unwanted));
    }

    @Test
    void a_store_that_fails_is_a_bypass_with_its_reason() {
        assertEquals(new Memory.Bypassed("store_failed"), passThrough.around(() -> {
            throw new ProxyException(Kind.STORE, "store_failed", "full");
        }));
    }

    @Test
    void a_bug_of_ours_is_a_bypass() {
        assertEquals(new Memory.Bypassed("internal_error"), passThrough.around(() -> {
            throw new IllegalStateException("bug");
        }));
    }

    @Test
    void what_the_caller_did_wrong_is_told_to_the_caller() {
        assertThrows(
                ProxyException.class,
                () -> passThrough.around(() -> {
                    throw new ProxyException(Kind.CALLER, "bad", "bad");
                }));
    }

    @Test
    void the_trouble_of_one_gateway_is_not_that_of_another() {
        var _ = passThrough.around(() -> {
            throw new ProxyException(Kind.STORE, "store_failed", "full");
        });
        assertEquals("store_failed", passThrough.trouble());
        assertEquals("", new PassThrough().trouble());
    }
}
