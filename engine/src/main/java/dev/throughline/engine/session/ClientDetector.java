package dev.throughline.engine.session;

import dev.throughline.model.Headers;
import java.util.List;
import java.util.Locale;

/** Tells by its headers which program is speaking. */
public final class ClientDetector {
    /**
     * A header with a word that starts so, both in lower case, names a client; a program that wraps an agent writes its
     * own name before it. An empty text: the header is there at all.
     */
    private record Sign(String header, String start, ClientProgram client) {}

    private static final ClientProgram CODEX = ClientProgram.agent("codex");
    private static final ClientProgram CLAUDE = ClientProgram.agent("claude");
    private static final ClientProgram PI = ClientProgram.agent("pi");
    private static final ClientProgram SDK = ClientProgram.sdk("sdk");

    private static final List<Sign> SIGNS = List.of(
            new Sign("user-agent", "codex", CODEX),
            new Sign("originator", "codex", CODEX),
            new Sign("x-codex-turn-metadata", "", CODEX),
            new Sign("user-agent", "claude-cli", CLAUDE),
            new Sign("user-agent", "claude code", CLAUDE),
            new Sign("user-agent", "claude-code", CLAUDE),
            new Sign("x-claude-code-session-id", "", CLAUDE),
            new Sign("user-agent", "pi (", PI),
            new Sign("user-agent", "pi/", PI),
            new Sign("user-agent", "factory-cli", ClientProgram.agent("droid")),
            new Sign("user-agent", "droid", ClientProgram.agent("droid")),
            new Sign("user-agent", "warp", ClientProgram.agent("warp")),
            new Sign("user-agent", "openclaw", ClientProgram.agent("openclaw")),
            new Sign("user-agent", "openai/", ClientProgram.sdk("openai-sdk")),
            new Sign("user-agent", "anthropic/", ClientProgram.sdk("anthropic-sdk")),
            new Sign("x-stainless-lang", "", SDK));

    private ClientDetector() {}

    public static ClientProgram of(Headers headers) {
        for (Sign sign : SIGNS) {
            if (headers.first(sign.header())
                    .map(value -> matches(value, sign.start()))
                    .orElse(false)) {
                return sign.client();
            }
        }
        return ClientProgram.UNKNOWN;
    }

    private static boolean matches(String value, String start) {
        String lower = value.toLowerCase(Locale.ROOT);
        for (int at = lower.indexOf(start); at >= 0; at = lower.indexOf(start, at + 1)) {
            if (at == 0 || isBetweenWords(lower.charAt(at - 1))) {
                return true;
            }
        }
        return false;
    }

    /** Android is no droid, and raspberry-pi is no pi. */
    private static boolean isBetweenWords(char character) {
        return !Character.isLetterOrDigit(character) && "-_.".indexOf(character) < 0;
    }
}
