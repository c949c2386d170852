package dev.throughline.model;

import java.util.Locale;

/** The kind of an item of a history, in all dialects. */
public enum ItemKind {
    /** System, developer or instruction text. */
    SYSTEM,
    /** The content of a user message: text of the person as well as scaffold of the agent. */
    USER,
    /** Text that the model wrote. */
    ASSISTANT,
    /** Reasoning or thinking, readable or encrypted. */
    REASONING,
    /** A call of a tool by the model. */
    TOOL_CALL,
    /** The result of a tool call. */
    TOOL_RESULT,
    /** Everything else, including kinds that this version does not know. */
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
