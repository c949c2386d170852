package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.http.NettyHeaders;
import dev.throughline.model.Headers;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.Wire;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The configured providers, and which one a request is for.
 *
 * <p>First match wins: a login of ChatGPT, then the route whose prefix of the model's name is the longest, then the
 * provider of the dialect.
 *
 * @param providers by the name of their API; one for each that the dialects use
 * @param routes the providers of some models, for a gateway in front of several servers
 */
public record ProviderTable(
        List<DialectProfile> dialects, Map<String, Provider> providers, Provider chatgpt, List<ModelRoute> routes) {
    /** Requests for models whose name begins with {@code prefix} go to {@code provider}. */
    public record ModelRoute(String prefix, Provider provider) {}

    public ProviderTable {
        dialects = List.copyOf(dialects);
        providers = Map.copyOf(providers);
        routes = List.copyOf(routes);
    }

    /** The table of these dialects, with a provider for each API that they use. */
    public static ProviderTable of(
            List<Wire> dialects, Function<ProviderApi, Provider> providers, Provider chatgpt, List<ModelRoute> routes) {
        List<DialectProfile> profiles = dialects.stream().map(Wire::profile).toList();
        Map<String, Provider> named = profiles.stream()
                .map(DialectProfile::provider)
                .distinct()
                .collect(Collectors.toMap(ProviderApi::name, providers));
        return new ProviderTable(profiles, named, chatgpt, routes);
    }

    /** Where a request goes as a whole: its URL, and the forwarded headers with the provider's own key. */
    record Address(String url, Headers headers) {
        @Override
        public String toString() {
            return "Address[" + url + ", headers not shown]";
        }
    }

    /** Where a request that names its model goes. */
    Address address(UpstreamRequest request) {
        Provider provider = of(request, request.model());
        return new Address(
                provider.origin() + provider.target(request.target()),
                NettyHeaders.fromNetty(headers(request, provider)));
    }

    Provider of(UpstreamRequest request, String model) {
        if (request.headers().has("chatgpt-account-id")) {
            return chatgpt;
        }
        Optional<ModelRoute> route = longest(model);
        if (route.isPresent()) {
            return route.get().provider();
        }
        return Objects.requireNonNull(providers.get(profile(request).provider().name()));
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
        return dialects.stream()
                .filter(each -> each.dialect().equals(request.dialect()))
                .findFirst()
                .orElseThrow();
    }

    private Optional<ModelRoute> longest(String model) {
        ModelRoute best = null;
        for (ModelRoute route : routes) {
            boolean matches = !model.isEmpty() && model.startsWith(route.prefix());
            if (matches
                    && (best == null || route.prefix().length() > best.prefix().length())) {
                best = route;
            }
        }
        return Optional.ofNullable(best);
    }
}
