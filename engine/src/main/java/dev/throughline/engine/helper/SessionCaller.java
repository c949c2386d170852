package dev.throughline.engine.helper;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.ProviderApi;
import java.util.List;

/**
 * As whom we ask: where a request goes and what it carries. Holds credentials, so it is never written anywhere, and its
 * text says nothing of them.
 *
 * @param target path and query of requests in this dialect
 * @param headers those of the client, or none when the provider has a key of its own
 * @param model the model to ask when the question does not name one
 */
public record SessionCaller(Dialect dialect, String target, Headers headers, String model) {
    /** How tokens of a login begin: Anthropic's, signed ones (ChatGPT), Google's, GitHub's (Copilot). */
    private static final List<String> LOGINS = List.of("sk-ant-oat", "eyJ", "ya29.", "gho_", "ghu_", "tid=");

    /**
     * Whether requests are paid by the token, with a key. The login of a subscription is none: ChatGPT's comes with an
     * account, some providers' is a bearer token, others are known by how they begin. A request without credentials
     * is sent with the gateway's own key, or to a server that needs none.
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
