package dev.throughline.engine.exchange;

/** The providers. */
public interface Upstream {
    /**
     * Sends a request and waits for the head of its reply. The client's disconnect while waiting cancels the call.
     *
     * @throws dev.throughline.model.ProxyException of kind {@code UPSTREAM} if there is no reply: code
     *     {@code upstream_unreachable}, {@code upstream_timeout}, {@code upstream_broken}, or {@code client_gone}
     */
    Exchange send(UpstreamRequest request, ClientStream client);

    /** Where a request would go, as scheme, host and port; empty if there is but one place. */
    default String origin(UpstreamRequest request) {
        return "";
    }
}
