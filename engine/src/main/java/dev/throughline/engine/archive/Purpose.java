package dev.throughline.engine.archive;

import java.util.Arrays;

/** The purpose of a request. Only the first is part of a conversation; the others are side requests. */
public enum Purpose {
    CONVERSATION("conversation"),
    /** The client asks for a summary of its history, to continue from it. */
    COMPACTION("compaction"),
    /** The client fills the provider's cache and expects no answer. */
    PREWARM("prewarm"),
    /** Any other side request: for a title, for a web search inside a tool, or another question. */
    SIDE_REQUEST("aside"),
    /** The body could not be read; it is archived as a whole. */
    OPAQUE("opaque");

    private final String word;

    Purpose(String word) {
        this.word = word;
    }

    /**
     * Whether the request may cause new edits. Requests that can contain the conversation without being part of it must
     * not cause any.
     */
    public boolean allowsNewEdits() {
        return this != PREWARM && this != SIDE_REQUEST;
    }

    /** The name in files and views. Archives contain it, so it never changes. */
    public String word() {
        return word;
    }

    public static Purpose of(String word) {
        return Arrays.stream(values())
                .filter(purpose -> purpose.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no purpose '" + word + "'."));
    }
}
