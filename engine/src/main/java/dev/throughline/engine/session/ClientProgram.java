package dev.throughline.engine.session;

import dev.throughline.model.Headers;
import java.util.List;
import java.util.Locale;

/**
 * The program that sent a request, recognised by its headers.
 *
 * @param name its name in files and lists, for example {@code codex}
 * @param isAgent whether it is known to be an agent, whatever its tools
 * @param sendsSideRequests whether it sends side requests, for titles for example. Programs written with an SDK may do
 *     so too, but their side requests cannot be told from their conversations.
 */
public record ClientProgram(String name, boolean isAgent, boolean sendsSideRequests) {
    private static final ClientProgram UNKNOWN =
            new ClientProgram("other", /* isAgent= */ false, /* sendsSideRequests= */ false);

    /**
     * A header that identifies a program: its value contains a word that begins with {@code start}, in any case. A
     * program that wraps an agent writes its own name before it. An empty start matches every value.
     */
    private record Sign(String header, String start, ClientProgram program) {}

    private static final List<Sign> SIGNS = List.of(
            agent("user-agent", "codex", "codex"),
            agent("originator", "codex", "codex"),
            agent("x-codex-turn-metadata", "", "codex"),
            agent("user-agent", "claude-cli", "claude"),
            agent("user-agent", "claude code", "claude"),
            agent("user-agent", "claude-code", "claude"),
            agent("x-claude-code-session-id", "", "claude"),
            agent("user-agent", "pi (", "pi"),
            agent("user-agent", "pi/", "pi"),
            agent("user-agent", "factory-cli", "droid"),
            agent("user-agent", "droid", "droid"),
            agent("user-agent", "warp", "warp"),
            agent("user-agent", "openclaw", "openclaw"),
            sdk("user-agent", "openai/", "openai-sdk"),
            sdk("user-agent", "anthropic/", "anthropic-sdk"),
            sdk("x-stainless-lang", "", "sdk"));

    private static Sign agent(String header, String start, String name) {
        return new Sign(header, start, new ClientProgram(name, /* isAgent= */ true, /* sendsSideRequests= */ true));
    }

    private static Sign sdk(String header, String start, String name) {
        return new Sign(header, start, new ClientProgram(name, /* isAgent= */ true, /* sendsSideRequests= */ false));
    }

    public static ClientProgram of(Headers headers) {
        return SIGNS.stream()
                .filter(sign -> headers.first(sign.header())
                        .filter(value -> hasWord(value.toLowerCase(Locale.ROOT), sign.start()))
                        .isPresent())
                .findFirst()
                .map(Sign::program)
                .orElse(UNKNOWN);
    }

    private static boolean hasWord(String value, String start) {
        for (int at = value.indexOf(start); at >= 0; at = value.indexOf(start, at + 1)) {
            if (at == 0 || isBetweenWords(value.charAt(at - 1))) {
                return true;
            }
        }
        return false;
    }

    /** "Android" does not contain the word "droid", and "raspberry-pi" not the word "pi". */
    private static boolean isBetweenWords(char character) {
        return !Character.isLetterOrDigit(character) && "-_.".indexOf(character) < 0;
    }
}
