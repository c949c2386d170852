package dev.throughline.engine.exchange;

/** The providers. */
public interface Upstream {
    /**
     * Sends a request and waits for the head of its reply. If the client disconnects meanwhile, the call is cancelled.
     *
     * @throws dev.throughline.model.ProxyException of kind {@code UPSTREAM} if there is no reply: code
     *     {@code upstream_unreachable}, {@code upstream_timeout}, {@code upstream_broken}, or {@code client_gone}
     */
    Exchange send(UpstreamRequest request, ClientStream client);

    /** The scheme, host and port that a request would go to; empty if there is only one. */
    default String origin(UpstreamRequest request) {
        return "";
    }
}
