package dev.throughline.engine.archive;

import dev.throughline.model.Dialect;

/**
 * Estimates tokens from bytes of JSON, which is enough for lists and headers: about four bytes a token for OpenAI's
 * vocabularies, 2.8 characters for Anthropic's. What was really billed stands in the upstream's usage.
 */
public final class TokenEstimate {
    private static final double OPENAI_BYTES = 4.0;
    private static final double ANTHROPIC_BYTES = 2.8;

    private TokenEstimate() {}

    public static long tokens(Dialect dialect, long bytes) {
        double perToken =
                switch (dialect) {
                    case RESPONSES, CHAT -> OPENAI_BYTES;
                    case MESSAGES -> ANTHROPIC_BYTES;
                };
        return Math.round(bytes / perToken);
    }
}
