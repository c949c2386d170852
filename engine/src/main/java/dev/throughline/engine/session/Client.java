package dev.throughline.engine.session;

/**
 * The program that sent a request.
 *
 * @param word how it is called in files and lists, for example {@code codex}
 * @param isAgent whether it is known to be an agent, without a look at its tools
 * @param asksBeside whether it has questions of its own beside the conversation, titles for example; a program that a
 *     person wrote with an SDK has none that we could tell from its conversations
 */
public record Client(String word, boolean isAgent, boolean asksBeside) {
    public static final Client UNKNOWN = new Client("other", /* isAgent= */ false, /* asksBeside= */ false);

    static Client agent(String word) {
        return new Client(word, /* isAgent= */ true, /* asksBeside= */ true);
    }

    static Client sdk(String word) {
        return new Client(word, /* isAgent= */ true, /* asksBeside= */ false);
    }
}
