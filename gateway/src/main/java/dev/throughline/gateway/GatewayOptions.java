package dev.throughline.gateway;

import dev.throughline.gateway.http.HttpLimits;
import dev.throughline.model.Ids;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.InstantSource;

/**
 * How the gateway listens.
 *
 * @param host the address to listen on; loopback by default
 * @param port the port, or 0 for any free one
 * @param eventLoops how many threads move bytes
 * @param grace how long open requests may take when the gateway closes
 * @param names the host names that it accepts
 * @param tenant whose requests these are
 */
public record GatewayOptions(
        String host,
        int port,
        int eventLoops,
        Duration grace,
        HostNames names,
        Tenant tenant,
        HttpLimits limits,
        InstantSource clock,
        Ids ids) {
    public static final Duration GRACE = Duration.ofSeconds(30);
}
