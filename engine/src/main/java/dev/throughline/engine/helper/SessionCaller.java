package dev.throughline.engine.helper;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.ProviderApi;
import java.util.List;

/**
 * The target and the headers of questions. Contains credentials, so it is never stored or logged, and {@code toString}
 * does not show them.
 *
 * @param target path and query of requests in this dialect
 * @param headers those of the client, or none if the gateway has a key for the provider
 * @param model the model to ask if the question does not name one
 */
public record SessionCaller(Dialect dialect, String target, Headers headers, String model) {
    /** The prefixes of login tokens: Anthropic's, signed ones (ChatGPT), Google's, GitHub's (Copilot). */
    private static final List<String> LOGINS = List.of("sk-ant-oat", "eyJ", "ya29.", "gho_", "ghu_", "tid=");

    /**
     * Whether requests are paid by the token, with a key, and not with the login of a subscription. ChatGPT's login has
     * an account header, that of some providers is a bearer token, and others have a known prefix. A request without
     * credentials is sent with the gateway's own key, or to a server that needs none.
     */
    public boolean isPaidByKey(ProviderApi provider) {
        String bearer = headers.first("authorization")
                .map(value -> value.substring(value.lastIndexOf(' ') + 1))
                .orElse("");
        String key = headers.first("x-api-key").orElse("");
        boolean isLogin = headers.has("chatgpt-account-id")
                || LOGINS.stream().anyMatch(login -> bearer.startsWith(login) || key.startsWith(login));
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
