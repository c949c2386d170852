package dev.throughline.engine.session;

/**
 * The program that sent a request.
 *
 * @param name how it is called in files and lists, for example {@code codex}
 * @param isAgent whether it is known to be an agent, without a look at its tools
 * @param sendsSideRequests whether it has questions of its own beside the conversation, titles for example; a program
 * that a
 *     person wrote with an SDK has none that we could tell from its conversations
 */
public record ClientProgram(String name, boolean isAgent, boolean sendsSideRequests) {
    public static final ClientProgram UNKNOWN =
            new ClientProgram("other", /* isAgent= */ false, /* sendsSideRequests= */ false);

    static ClientProgram agent(String word) {
        return new ClientProgram(word, /* isAgent= */ true, /* sendsSideRequests= */ true);
    }

    static ClientProgram sdk(String word) {
        return new ClientProgram(word, /* isAgent= */ true, /* sendsSideRequests= */ false);
    }
}
