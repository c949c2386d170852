package dev.throughline.engine.archive;

import java.util.Locale;

/** What a client wants of a request. Only the first is part of a conversation; the others are side requests. */
public enum Purpose {
    CONVERSATION,
    /** The client asks for a summary of its history, to go on from. */
    COMPACTION,
    /** The client fills the provider's cache and expects no answer. */
    PREWARM,
    /** A title, a web search inside a tool, or another question beside the conversation. */
    ASIDE,
    /** The body could not be read; it is kept whole. */
    OPAQUE;

    /** Whether it may go on from the conversation and is no part of it: then nothing is decided for that. */
    public boolean isBeside() {
        return this == PREWARM || this == ASIDE;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Purpose of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
