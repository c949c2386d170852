package dev.throughline.engine.turn;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Optional;

/** An answer of ours in place of the upstream's, in the caller's own dialect. */
final class Refusal {
    private Refusal() {}

    static void answer(ClientStream client, Wire wire, ProxyException trouble, Headers added) {
        Bytes body = wire.error(trouble.status(), trouble.code(), trouble.sentence());
        client.answer(trouble.status(), added.and("content-type", "application/json"), body);
    }

    /** What an upstream said that never answered. */
    static Reply nothing() {
        return new Reply(
                Reply.Ending.CUT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty());
    }
}
