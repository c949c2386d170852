package dev.throughline.engine.archive;

import java.util.Locale;

/** The purpose of a request. Only the first is part of a conversation; the others are side requests. */
public enum Purpose {
    CONVERSATION,
    /** The client asks for a summary of its history, to continue from it. */
    COMPACTION,
    /** The client fills the provider's cache and expects no answer. */
    PREWARM,
    /** A title, a web search inside a tool, or another question outside the conversation. */
    ASIDE,
    /** The body could not be read; it is archived as a whole. */
    OPAQUE;

    /**
     * Whether the request may cause new edits. Requests that can contain the conversation without being part of it must
     * not cause any.
     */
    public boolean allowsNewEdits() {
        return this != PREWARM && this != ASIDE;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Purpose of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
