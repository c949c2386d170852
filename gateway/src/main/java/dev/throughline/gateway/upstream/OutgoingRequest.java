package dev.throughline.gateway.upstream;

import dev.throughline.model.Bytes;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A request ready to be written.
 *
 * @param addresses where the origin may be found; tried in order until one takes the connection
 */
record OutgoingRequest(
        UpstreamOrigin origin,
        List<InetSocketAddress> addresses,
        String method,
        String target,
        HttpHeaders headers,
        Bytes body) {}
