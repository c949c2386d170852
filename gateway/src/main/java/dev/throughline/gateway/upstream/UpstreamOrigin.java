package dev.throughline.gateway.upstream;

/** Scheme, host and port of a provider. Requests with the same origin share connections. */
record UpstreamOrigin(boolean isTls, String host, int port) {
    /** As it stands in a {@code Host} header: without the port if that is the usual one. */
    String authority() {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return port == (isTls ? 443 : 80) ? name : name + ":" + port;
    }

    @Override
    public String toString() {
        return (isTls ? "https://" : "http://") + authority();
    }
}
