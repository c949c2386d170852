package dev.throughline.gateway;

import dev.throughline.gateway.http.DoorLimits;
import dev.throughline.model.Ids;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How the gateway listens.
 *
 * @param host the address to listen on; loopback unless the user says otherwise
 * @param port the port, or 0 for any free one
 * @param eventLoops how many threads move bytes
 * @param grace how long requests that are under way may take when the gateway closes
 * @param names by which names it may be asked
 * @param tenant whose requests these are
 */
public record GatewayOptions(
        String host,
        int port,
        int eventLoops,
        Duration grace,
        HostNames names,
        Tenant tenant,
        DoorLimits limits,
        InstantSource clock,
        Ids ids) {
    public static final String LOOPBACK = "127.0.0.1";
    public static final Duration GRACE = Duration.ofSeconds(30);

    /** The defaults, on a port of loopback. */
    public static GatewayOptions onPort(int port) {
        return new GatewayOptions(
                LOOPBACK,
                port,
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                GRACE,
                HostNames.of(LOOPBACK, List.of()),
                Tenant.LOCAL,
                DoorLimits.DEFAULT,
                InstantSource.system(),
                new Ids(RandomGenerator.of("SecureRandom")));
    }

    public GatewayOptions withHost(String other) {
        HostNames known = HostNames.of(other, List.of());
        return new GatewayOptions(other, port, eventLoops, grace, known, tenant, limits, clock, ids);
    }

    public GatewayOptions withNames(HostNames other) {
        return new GatewayOptions(host, port, eventLoops, grace, other, tenant, limits, clock, ids);
    }

    public GatewayOptions withGrace(Duration other) {
        return new GatewayOptions(host, port, eventLoops, other, names, tenant, limits, clock, ids);
    }

    public GatewayOptions withLimits(DoorLimits other) {
        return new GatewayOptions(host, port, eventLoops, grace, names, tenant, other, clock, ids);
    }
}
