package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.http.NettyHeaders;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.Wire;
import dev.throughline.wire.request.ModelName;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The configured providers, and which one a request is for.
 *
 * <p>First match wins: a login of ChatGPT, then the route whose prefix of the model's name is the longest, then the
 * provider of the dialect.
 */
public final class ProviderTable {
    /** Requests for models whose name begins with {@code prefix} go to {@code provider}. */
    public record ModelRoute(String prefix, Provider provider) {}

    private final Map<Dialect, DialectProfile> dialects;
    private final Map<String, Provider> providers;
    private final Provider chatgpt;
    private final List<ModelRoute> longestRoutesFirst;

    /**
     * @param providers makes the provider of each API that the dialects use
     * @param routes the providers of some models, for a gateway in front of several servers
     */
    public ProviderTable(
            List<Wire> dialects, Function<ProviderApi, Provider> providers, Provider chatgpt, List<ModelRoute> routes) {
        this.dialects =
                dialects.stream().map(Wire::profile).collect(Collectors.toMap(DialectProfile::dialect, each -> each));
        this.providers = this.dialects.values().stream()
                .map(DialectProfile::provider)
                .distinct()
                .collect(Collectors.toMap(ProviderApi::name, providers));
        this.chatgpt = chatgpt;
        this.longestRoutesFirst = routes.stream()
                .sorted(Comparator.comparingInt(
                                (ModelRoute route) -> route.prefix().length())
                        .reversed())
                .toList();
    }

    /** Where a request goes as a whole: its URL, and the forwarded headers with the provider's own key. */
    record Address(String url, Headers headers) {
        @Override
        public String toString() {
            return "Address[" + url + ", headers not shown]";
        }
    }

    Address address(UpstreamRequest request) {
        Provider provider = of(request);
        return new Address(
                provider.origin() + provider.target(request.target()),
                NettyHeaders.fromNetty(headers(request, provider)));
    }

    Provider of(UpstreamRequest request) {
        if (request.headers().has("chatgpt-account-id")) {
            return chatgpt;
        }
        String model = model(request);
        return longestRoutesFirst.stream()
                .filter(route -> !model.isEmpty() && model.startsWith(route.prefix()))
                .findFirst()
                .map(ModelRoute::provider)
                .orElseGet(() -> Objects.requireNonNull(
                        providers.get(profile(request).provider().name())));
    }

    /** The model also selects the provider of requests that are not decoded, so that a bypass does not change it. */
    private String model(UpstreamRequest request) {
        boolean isAsked = request.model().isEmpty() && !longestRoutesFirst.isEmpty();
        return isAsked ? ModelName.of(request.body()) : request.model();
    }

    /** The headers to send to this provider. A reply of a turn is read as it passes, so it must not be compressed. */
    HttpHeaders headers(UpstreamRequest request, Provider provider) {
        String target = request.target();
        int query = target.indexOf('?');
        boolean isTurn = request.method().equals("POST")
                && profile(request).turnPaths().contains(query < 0 ? target : target.substring(0, query));
        return ForwardedHeaders.request(request, provider, isTurn);
    }

    private DialectProfile profile(UpstreamRequest request) {
        return Objects.requireNonNull(dialects.get(request.dialect()));
    }
}
