package dev.throughline.wire;

import java.util.Optional;

/**
 * Scalars of a request's body that help to find its session and its purpose, and that ask the provider for a cache
 * time or several answers.
 *
 * @param promptCacheKey {@code prompt_cache_key}
 * @param userId {@code metadata.user_id} unchanged; Claude Code puts a JSON text into it
 * @param sessionId {@code metadata.session_id}, else {@code session_id}
 * @param conversation {@code conversation}, a text or an object with an id
 * @param previousResponse {@code previous_response_id}
 * @param cacheRetention {@code prompt_cache_retention}: how long OpenAI should cache a prompt
 * @param isPrewarm {@code generate: false}: the request only fills the provider's cache
 * @param isNotStored {@code store: false}: the provider stores nothing that a later request could continue
 * @param wantsSeveral {@code n} above 1: the request asks for several answers at once
 */
public record Hints(
        Optional<String> promptCacheKey,
        Optional<String> userId,
        Optional<String> sessionId,
        Optional<String> conversation,
        Optional<String> previousResponse,
        Optional<String> cacheRetention,
        boolean isPrewarm,
        boolean isNotStored,
        boolean wantsSeveral) {
    public static final Hints NONE = new Hints(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            false,
            false);

    /** Whether the request continues a response that the provider stored, so that its history is not complete. */
    public boolean continuesStoredResponse() {
        return previousResponse.isPresent() || conversation.isPresent();
    }
}
