package dev.throughline.gateway;

import dev.throughline.engine.turn.Inbound;

/** Is told of requests that were passed through but say something about a session. Called on the request's thread. */
public interface Observer {
    Observer NONE = (inbound, status) -> {};

    /** A request was answered by the upstream with this status. */
    void passed(Inbound inbound, int status);
}
