package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.http.NettyHeaders;
import dev.throughline.model.Headers;
import java.util.List;
import java.util.Optional;

/**
 * The configured providers, and which one a request is for.
 *
 * <p>First match wins: a login of ChatGPT, then the route whose prefix of the model's name is the longest, then the
 * provider of the dialect.
 *
 * @param routes where models of some name live, for gateways that front several servers
 */
public record ProviderTable(Provider openai, Provider anthropic, Provider chatgpt, List<ModelRoute> routes) {
    public static final String OPENAI_URL = "https://api.openai.com/v1";
    public static final String ANTHROPIC_URL = "https://api.anthropic.com";
    public static final String CHATGPT_URL = "https://chatgpt.com/backend-api/codex";

    /** Models whose name begins with {@code prefix} live at {@code provider}. */
    public record ModelRoute(String prefix, Provider provider) {}

    public ProviderTable {
        routes = List.copyOf(routes);
    }

    /** Two base URLs, no keys, ChatGPT where it always is, no routes. */
    public static ProviderTable at(String openaiUrl, String anthropicUrl) {
        return new ProviderTable(
                Provider.openai(openaiUrl, Optional.empty()),
                Provider.anthropic(anthropicUrl, Optional.empty()),
                Provider.chatgpt(CHATGPT_URL),
                List.of());
    }

    /** Where a request goes as a whole: its URL, and the headers that go on, the provider's own key among them. */
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
                NettyHeaders.fromNetty(ForwardedHeaders.request(request, provider)));
    }

    Provider of(UpstreamRequest request, String model) {
        if (request.headers().has("chatgpt-account-id")) {
            return chatgpt;
        }
        Optional<ModelRoute> route = longest(model);
        if (route.isPresent()) {
            return route.get().provider();
        }
        return switch (request.dialect()) {
            case MESSAGES -> anthropic;
            case RESPONSES, CHAT -> openai;
        };
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
