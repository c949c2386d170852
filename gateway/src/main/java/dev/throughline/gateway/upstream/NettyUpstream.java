package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.model.ProxyException;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * The providers over HTTP/1.1, plain or with TLS.
 *
 * <p>Safe for use by many threads. Its connections live on the event loops of the clients that they serve and end with
 * those loops, so there is nothing to close here.
 */
public final class NettyUpstream implements Upstream {
    private final ProviderTable providers;
    private final UpstreamLimits limits;
    private final SslContext tls;
    private final Consumer<ProxyException> failures;
    private final Map<EventLoop, ConnectionPool> pools = new ConcurrentHashMap<>();

    /** @param failures receives the error of every call without a reply, before the caller does */
    public NettyUpstream(
            ProviderTable providers, UpstreamLimits limits, SslContext tls, Consumer<ProxyException> failures) {
        this.providers = providers;
        this.limits = limits;
        this.tls = tls;
        this.failures = failures;
    }

    /** TLS with the platform's own trust store; names of certificates are checked. */
    public static SslContext platformTls() {
        try {
            return SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("every Java platform has TLS, this one does not", e);
        }
    }

    @Override
    public Exchange send(UpstreamRequest request, ClientStream client) {
        if (!(client instanceof ClientReply reply)) {
            throw new IllegalArgumentException("expected a client of this gateway, found " + client.getClass());
        }
        try {
            Provider provider = providers.of(request);
            ConnectionPool.OutgoingRequest outgoing = new ConnectionPool.OutgoingRequest(
                    provider.origin(),
                    addresses(provider.origin()),
                    request.method(),
                    provider.target(request.target()),
                    providers.headers(request, provider),
                    request.body());
            UpstreamCall call = new UpstreamCall(reply, request.method(), limits);
            EventLoop loop = reply.loop();
            ConnectionPool pool = pools.computeIfAbsent(loop, each -> new ConnectionPool(each, limits, tls));
            loop.execute(() -> pool.send(outgoing, call.transfer()));
            call.awaitHead(provider.origin());
            return call;
        } catch (ProxyException e) {
            failures.accept(e);
            throw e;
        }
    }

    @Override
    public String origin(UpstreamRequest request) {
        return providers.of(request).origin().toString();
    }

    /** Resolved here and not by Netty, which would ask the platform's blocking resolver on the event loop. */
    private static List<InetSocketAddress> addresses(UpstreamOrigin origin) {
        try {
            return Stream.of(InetAddress.getAllByName(origin.host()))
                    .map(address -> new InetSocketAddress(address, origin.port()))
                    .toList();
        } catch (UnknownHostException e) {
            throw new ProxyException(
                    ProxyException.Kind.UPSTREAM,
                    "upstream_unreachable",
                    "The name " + origin.host() + " of the upstream could not be resolved. Check its base URL and the"
                            + " network.",
                    e);
        }
    }
}
