package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class UpstreamOriginTest {
    @Test
    void the_default_port_is_omitted() {
        assertEquals("host", new UpstreamOrigin(true, "host", 443).authority());
        assertEquals("host:443", new UpstreamOrigin(false, "host", 443).authority());
        assertEquals("http://[::1]:81", new UpstreamOrigin(false, "::1", 81).toString());
    }
}
