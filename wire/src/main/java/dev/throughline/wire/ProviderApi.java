package dev.throughline.wire;

/**
 * The API of a provider, which one or more dialects use.
 *
 * @param name the name of its configuration keys, such as {@code openai.url}
 * @param keyHeader the header that carries an API key, in lower case
 * @param keyPrefix the text before the key in that header
 * @param isVersionInBaseUrl whether base URLs are written with {@code /v1} at their end
 */
public record ProviderApi(String name, String keyHeader, String keyPrefix, boolean isVersionInBaseUrl) {
    /** OpenAI, and the servers with a compatible interface. */
    public static final ProviderApi OPENAI = new ProviderApi("openai", "authorization", "Bearer ", true);

    /** Whether a bearer token is the login of a subscription, because API keys have a header of their own. */
    public boolean isBearerLogin() {
        return !keyHeader.equals("authorization");
    }
}
