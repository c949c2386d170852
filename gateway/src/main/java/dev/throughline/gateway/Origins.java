package dev.throughline.gateway;

import dev.throughline.gateway.http.Refusal;
import dev.throughline.model.Headers;
import java.net.URI;

/**
 * Keeps web pages out. A page that somebody has open can make its browser post to a gateway on loopback, and a gateway
 * with a configured key would pay for it. Browsers name the page's origin and no agent does, so an origin that is not
 * on this machine is refused.
 */
final class Origins {
    static final Refusal REFUSAL = new Refusal(
            403,
            "foreign_origin",
            "This request comes from a web page that is not on this machine. Agents send no Origin header; remove it.");

    private Origins() {}

    static boolean isForeign(Headers headers, HostNames names) {
        boolean isCrossSite =
                headers.first("sec-fetch-site").filter("cross-site"::equals).isPresent();
        return isCrossSite
                || headers.first("origin")
                        .filter(origin -> !isLocal(origin, names))
                        .isPresent();
    }

    private static boolean isLocal(String origin, HostNames names) {
        try {
            String host = URI.create(origin.strip()).getHost();
            return host != null && names.isOwn(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
