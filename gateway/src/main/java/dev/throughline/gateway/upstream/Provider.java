package dev.throughline.gateway.upstream;

import dev.throughline.model.Headers;
import dev.throughline.wire.ProviderApi;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * One provider: its base URL, and a key for clients that send none.
 *
 * <p>People write base URLs as their SDK wants them, and the SDKs differ: OpenAI's has {@code /v1} in its base,
 * Anthropic's puts it into the path, and ChatGPT has none.
 *
 * <pre>
 * openai     https://api.openai.com              /v1/responses -> /v1/responses
 * openai     https://api.openai.com/v1           /v1/responses -> /v1/responses
 * openai     https://host/v1beta/openai          /v1/responses -> /v1beta/openai/responses
 * anthropic  https://host/anthropic              /v1/messages  -> /anthropic/v1/messages
 * anthropic  https://api.anthropic.com/v1        /v1/messages  -> /v1/messages
 * chatgpt    https://chatgpt.com/backend-api/codex  /v1/responses -> /backend-api/codex/responses
 * </pre>
 */
public final class Provider {
    private static final String VERSION = "/v1";

    private final UpstreamOrigin origin;
    private final String prefix;
    private final Headers credentials;

    private Provider(UpstreamOrigin origin, String prefix, Headers credentials) {
        this.origin = origin;
        this.prefix = prefix;
        this.credentials = credentials;
    }

    public static Provider of(ProviderApi api, String baseUrl, Optional<String> key) {
        URI base = parsed(baseUrl);
        String path = path(base);
        boolean isComplete = api.isVersionInBaseUrl() ? !path.isEmpty() : path.endsWith(VERSION);
        Headers credentials = key.map(text -> Headers.of(api.keyHeader(), api.keyPrefix() + text))
                .orElse(Headers.NONE);
        return new Provider(origin(base), isComplete ? path : path + VERSION, credentials);
    }

    /** ChatGPT's API for people who are logged in; it has no key of its own. */
    public static Provider chatgpt(String baseUrl) {
        URI base = parsed(baseUrl);
        return new Provider(origin(base), path(base), Headers.NONE);
    }

    private static URI parsed(String baseUrl) {
        try {
            URI uri = new URI(baseUrl.strip());
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(expected(baseUrl), e);
        }
        throw new IllegalArgumentException(expected(baseUrl));
    }

    private static String expected(String found) {
        return "The base URL '" + found + "' is not a URL like https://api.openai.com/v1.";
    }

    private static UpstreamOrigin origin(URI base) {
        boolean isTls = base.getScheme().equalsIgnoreCase("https");
        String host = base.getHost();
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        int usual = isTls ? 443 : 80;
        return new UpstreamOrigin(isTls, name, base.getPort() < 0 ? usual : base.getPort());
    }

    private static String path(URI base) {
        String path = base.getRawPath() == null ? "" : base.getRawPath();
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    UpstreamOrigin origin() {
        return origin;
    }

    /** The target here of what a client sent to {@code /v1/…} there. */
    String target(String clientTarget) {
        return clientTarget.startsWith(VERSION + "/")
                ? prefix + clientTarget.substring(VERSION.length())
                : prefix + clientTarget;
    }

    /** The header that stands in for a client's credentials; none if no key is configured. */
    Headers credentials() {
        return credentials;
    }
}
