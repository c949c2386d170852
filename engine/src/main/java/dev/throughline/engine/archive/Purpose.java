package dev.throughline.engine.archive;

import java.util.Arrays;

/** The purpose of a request. */
public enum Purpose {
    /** A request of the conversation itself. */
    CONVERSATION("conversation"),
    /** The client asks for a summary of its history, to continue from it. */
    COMPACTION("compaction"),
    /** The client fills the provider's cache and expects no answer. */
    PREWARM("prewarm"),
    /** Any other side request: for a title, for a web search inside a tool, or another question. */
    SIDE_REQUEST("aside"),
    /** A command in a chat, which Throughline answers itself. */
    COMMAND("command"),
    /** A turn that was read from the files of another program. It never was a request to this gateway. */
    IMPORTED("imported"),
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
        return this == CONVERSATION || this == COMPACTION || this == OPAQUE;
    }

    /** Whether its items are part of the conversation. */
    public boolean isConversation() {
        return this == CONVERSATION || this == IMPORTED;
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
