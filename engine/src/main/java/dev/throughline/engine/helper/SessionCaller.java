package dev.throughline.engine.helper;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.ProviderApi;
import java.util.List;

/**
 * The target and the headers for questions to the helper model. The headers contain credentials, so a caller is never
 * stored or logged, and {@code toString} does not show them.
 *
 * @param target path and query of requests in this dialect
 * @param headers the headers of the client; none if the gateway has a key for the provider
 * @param model the model to ask if the question does not name one
 */
public record SessionCaller(Dialect dialect, String target, Headers headers, String model) {
    /** The prefixes of login tokens: Anthropic, JSON web tokens (ChatGPT), Google, GitHub (Copilot). */
    private static final List<String> LOGIN_PREFIXES = List.of("sk-ant-oat", "eyJ", "ya29.", "gho_", "ghu_", "tid=");

    /**
     * Whether requests are sent with an API key and billed by tokens, and not with the login of a subscription. A login
     * of ChatGPT has an account header, a login of some providers is a bearer token, and other logins have a known
     * prefix. A request without credentials is sent with the gateway's own key, or to a server that needs none.
     */
    public boolean isPaidByKey(ProviderApi provider) {
        String bearer = headers.first("authorization")
                .map(value -> value.substring(value.lastIndexOf(' ') + 1))
                .orElse("");
        String key = headers.first("x-api-key").orElse("");
        boolean isLogin = headers.has("chatgpt-account-id")
                || LOGIN_PREFIXES.stream().anyMatch(login -> bearer.startsWith(login) || key.startsWith(login));
        boolean isBearerLogin = provider.isBearerLogin()
                && !bearer.isEmpty()
                && headers.first(provider.keyHeader()).orElse("").isEmpty();
        return !isLogin && !isBearerLogin;
    }

    @Override
    public String toString() {
        return "Caller[" + dialect.name() + ", " + target + ", " + model + ", headers not shown]";
    }
}
