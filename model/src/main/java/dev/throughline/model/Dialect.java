package dev.throughline.model;

import java.util.Locale;

/** One of the three protocols that agents speak to their models. */
public enum Dialect {
    /** OpenAI Responses, {@code POST /v1/responses}. */
    RESPONSES,
    /** OpenAI Chat Completions, {@code POST /v1/chat/completions}. */
    CHAT,
    /** Anthropic Messages, {@code POST /v1/messages}. */
    MESSAGES;

    /** The name as it is written in files, headers and logs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The dialect that {@link #word()} named. */
    public static Dialect of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
