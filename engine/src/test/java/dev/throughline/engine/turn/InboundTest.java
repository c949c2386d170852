package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InboundTest {
    private static final Headers PLAIN = Headers.of("authorization", "Bearer a");

    private final TurnFixture fixture = new TurnFixture();

    @Test
    void the_clients_own_body_is_sent_as_it_came() {
        fixture.headers = PLAIN.and("content-encoding", "gzip");
        Inbound inbound = fixture.inbound("compressed");
        assertEquals(
                new UpstreamRequest(
                        fixture.dialect, "POST", fixture.target, fixture.headers, Bytes.of("compressed"), "m"),
                inbound.toUpstream(Optional.empty(), "m"));
    }

    @Test
    void another_body_is_not_compressed_and_has_all_other_headers() {
        fixture.headers = PLAIN.and("Content-Encoding", "gzip");
        Inbound inbound = fixture.inbound("compressed");
        assertEquals(
                new UpstreamRequest(fixture.dialect, "POST", fixture.target, PLAIN, Bytes.of("edited"), ""),
                inbound.toUpstream(Optional.of(Bytes.of("edited")), ""));
    }
}
