package dev.throughline.gateway.socket;

import dev.throughline.gateway.GatewayOptions;
import dev.throughline.gateway.HostNames;
import dev.throughline.gateway.http.HttpLimits;
import dev.throughline.gateway.upstream.UpstreamLimits;
import dev.throughline.model.Ids;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/** The options and limits of a gateway for tests: the defaults with one of them changed. */
public final class TestLimits {
    private static final HttpLimits HTTP = HttpLimits.DEFAULT;
    private static final UpstreamLimits UPSTREAM = UpstreamLimits.DEFAULT;

    private TestLimits() {}

    /** The defaults, on a port of loopback; any free one if it is 0. */
    public static GatewayOptions onPort(int port) {
        return options(port, GatewayOptions.GRACE, HTTP);
    }

    public static GatewayOptions grace(Duration grace) {
        return options(0, grace, HTTP);
    }

    public static GatewayOptions http(HttpLimits limits) {
        return options(0, GatewayOptions.GRACE, limits);
    }

    private static GatewayOptions options(int port, Duration grace, HttpLimits limits) {
        return new GatewayOptions(
                "127.0.0.1",
                port,
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                grace,
                HostNames.of("127.0.0.1", List.of()),
                Tenant.LOCAL,
                limits,
                InstantSource.system(),
                new Ids(RandomGenerator.of("SecureRandom")));
    }

    public static HttpLimits bodyBytes(int bytes) {
        return http(bytes, HTTP.headTime(), HTTP.bodyTime(), HTTP.bodiesBytes());
    }

    public static HttpLimits times(Duration head, Duration body) {
        return http(HTTP.bodyBytes(), head, body, HTTP.bodiesBytes());
    }

    public static HttpLimits bodiesBytes(long bytes) {
        return http(HTTP.bodyBytes(), HTTP.headTime(), HTTP.bodyTime(), bytes);
    }

    private static HttpLimits http(int bodyBytes, Duration head, Duration body, long bodiesBytes) {
        return new HttpLimits(
                bodyBytes,
                HTTP.requestLineBytes(),
                HTTP.headerBytes(),
                HTTP.discardBytes(),
                HTTP.lingerTime(),
                HTTP.idleTime(),
                head,
                body,
                bodiesBytes);
    }

    public static UpstreamLimits firstByteTime(Duration time) {
        return upstream(time, UPSTREAM.idleTime(), UPSTREAM.copyBytes(), UPSTREAM.holdTime());
    }

    public static UpstreamLimits idleTime(Duration time) {
        return upstream(UPSTREAM.firstByteTime(), time, UPSTREAM.copyBytes(), UPSTREAM.holdTime());
    }

    public static UpstreamLimits copyBytes(int bytes) {
        return upstream(UPSTREAM.firstByteTime(), UPSTREAM.idleTime(), bytes, UPSTREAM.holdTime());
    }

    public static UpstreamLimits holdTime(Duration time) {
        return upstream(UPSTREAM.firstByteTime(), UPSTREAM.idleTime(), UPSTREAM.copyBytes(), time);
    }

    private static UpstreamLimits upstream(Duration firstByte, Duration idle, int copyBytes, Duration hold) {
        return new UpstreamLimits(
                UPSTREAM.connectTime(),
                firstByte,
                idle,
                UPSTREAM.idleConnections(),
                UPSTREAM.earlyBytes(),
                copyBytes,
                UPSTREAM.wakeBytes(),
                hold,
                UPSTREAM.headerBytes());
    }
}
