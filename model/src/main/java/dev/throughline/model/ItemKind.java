package dev.throughline.model;

import java.util.Locale;

/** What an item of a history is, in words that all dialects share. */
public enum ItemKind {
    /** System, developer or instruction text. */
    SYSTEM,
    /** What stands in a user message, the person's own words and the agent's scaffolding alike. */
    USER,
    /** Text that the model wrote. */
    ASSISTANT,
    /** Reasoning or thinking, readable or encrypted. */
    REASONING,
    /** A call of a tool by the model. */
    TOOL_CALL,
    /** What a tool answered. */
    TOOL_RESULT,
    /** Everything else, also what was invented after this was written. */
    OTHER;

    /** The name as it is written in files and logs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind that {@link #word()} named. */
    public static ItemKind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
