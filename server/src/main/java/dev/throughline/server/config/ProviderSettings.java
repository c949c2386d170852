package dev.throughline.server.config;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The model APIs behind the gateway.
 *
 * @param named by the name of the provider's API
 * @param chatgpt where Codex with a ChatGPT login goes
 * @param routes tried in order before the provider of the dialect
 */
public record ProviderSettings(Map<String, Provider> named, URI chatgpt, List<Route> routes) {
    /**
     * One provider.
     *
     * @param key used for requests that bring no credentials of their own
     */
    public record Provider(URI url, Optional<String> key) {
        @Override
        public String toString() {
            return "Provider[url=" + url + ", key=" + (key.isPresent() ? "••••" : "none") + "]";
        }
    }

    /** A server for all models whose name begins with {@code models}. */
    public record Route(String models, URI url) {}

    public ProviderSettings {
        named = Map.copyOf(named);
        routes = List.copyOf(routes);
    }
}
