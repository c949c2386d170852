package dev.throughline.wire;

import java.util.Optional;

/**
 * Scalars of a request's body that say which session it belongs to, that it is no part of a conversation, how long it
 * is remembered, or how many answers it wants.
 *
 * @param promptCacheKey {@code prompt_cache_key}
 * @param userId {@code metadata.user_id} as it stands; Claude Code puts a JSON text there
 * @param sessionId {@code metadata.session_id}, else {@code session_id}
 * @param conversation {@code conversation}, a text or an object with an id
 * @param previousResponse {@code previous_response_id}
 * @param cacheRetention {@code prompt_cache_retention}: how long OpenAI is asked to remember a prompt
 * @param isPrewarm {@code generate: false}: the provider's cache is to be filled and nothing answered
 * @param isNotStored {@code store: false}: the provider keeps nothing that a later request could go on from
 * @param wantsSeveral {@code n} above 1: Chat is asked for several answers at once
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

    /** Whether the provider holds what the request goes on from, so that its history is not all of it. */
    public boolean continuesStoredResponse() {
        return previousResponse.isPresent() || conversation.isPresent();
    }
}
