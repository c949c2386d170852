package dev.throughline.gateway.upstream;

/** Where a connection leads: what two requests must share to use the same one. */
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
