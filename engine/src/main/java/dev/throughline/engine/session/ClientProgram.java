package dev.throughline.engine.session;

import dev.throughline.model.Headers;
import java.util.List;
import java.util.Locale;

/**
 * The program that sent a request, recognised by its headers.
 *
 * @param name its name in files and lists, for example {@code codex}
 * @param isAgent whether it is known to be an agent, even if its request has no tools
 * @param sendsSideRequests whether it sends side requests, for titles for example. Programs that use an SDK may do so
 *     too, but their side requests cannot be distinguished from their conversations.
 */
public record ClientProgram(String name, boolean isAgent, boolean sendsSideRequests) {
    private static final ClientProgram UNKNOWN =
            new ClientProgram("other", /* isAgent= */ false, /* sendsSideRequests= */ false);

    /**
     * A header that identifies a program: its value contains a word that begins with {@code start}, in upper or lower
     * case. The word may be anywhere in the value, because a program that wraps an agent writes its own name first. An
     * empty {@code start} matches every value.
     */
    private record ProgramHeader(String header, String start, ClientProgram program) {}

    private static final List<ProgramHeader> PROGRAM_HEADERS = List.of(
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

    private static ProgramHeader agent(String header, String start, String name) {
        return new ProgramHeader(
                header, start, new ClientProgram(name, /* isAgent= */ true, /* sendsSideRequests= */ true));
    }

    private static ProgramHeader sdk(String header, String start, String name) {
        return new ProgramHeader(
                header, start, new ClientProgram(name, /* isAgent= */ true, /* sendsSideRequests= */ false));
    }

    public static ClientProgram of(Headers headers) {
        return PROGRAM_HEADERS.stream()
                .filter(known -> headers.first(known.header())
                        .filter(value -> hasWord(value.toLowerCase(Locale.ROOT), known.start()))
                        .isPresent())
                .findFirst()
                .map(ProgramHeader::program)
                .orElse(UNKNOWN);
    }

    private static boolean hasWord(String value, String start) {
        for (int at = value.indexOf(start); at >= 0; at = value.indexOf(start, at + 1)) {
            if (at == 0 || endsWord(value.charAt(at - 1))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a word may begin after a character. "Android" does not contain the word "droid", and "raspberry-pi" does
     * not contain the word "pi".
     */
    private static boolean endsWord(char character) {
        return !Character.isLetterOrDigit(character) && "-_.".indexOf(character) < 0;
    }
}
