package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import org.junit.jupiter.api.Test;

final class TroubleTest {
    private static int status(Kind kind, String code) {
        return Trouble.status(new ProxyException(kind, code, "message"));
    }

    @Test
    void each_kind_has_the_status_that_clients_act_upon() {
        assertEquals(400, status(Kind.CALLER, "bad_encoding"));
        assertEquals(502, status(Kind.UPSTREAM, "upstream_broken"));
        assertEquals(504, status(Kind.UPSTREAM, "upstream_timeout"));
        assertEquals(503, status(Kind.STORE, "store_down"));
        assertEquals(413, status(Kind.LIMIT, "body_too_large"));
        assertEquals(503, status(Kind.LIMIT, "too_many"));
    }
}
