package dev.throughline.gateway;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.turn.Inbound;

/** Answers a request for a model. Runs on a virtual thread of its own and returns when the answer is complete. */
public interface TurnHandler {
    void handle(Inbound inbound, ClientStream client);
}
