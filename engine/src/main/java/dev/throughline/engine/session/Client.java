package dev.throughline.engine.session;

/**
 * The program that sent a request.
 *
 * @param word how it is called in files and lists, for example {@code codex}
 * @param isAgent whether it is known to be an agent, without a look at its tools
 */
public record Client(String word, boolean isAgent) {
    public static final Client UNKNOWN = new Client("other", false);
}
