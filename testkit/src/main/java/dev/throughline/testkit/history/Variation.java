package dev.throughline.testkit.history;

/** A way in which a client resends the same item looking different. What it means does not change. */
public enum Variation {
    /** In Messages the cache marker stands on the last block of the last message, so it moves with every request. */
    CACHE_MARKS,
    /** A content that is one text is now a string, now a list of one block. */
    LISTS,
    /**
     * Ids are the client's own: in Chat and Messages those of calls lose their {@code _}, in Responses items lose
     * theirs.
     */
    IDS,
    /** The members of an element, and of its blocks, stand in another order. */
    KEYS,
    /** The same text is spelt with other escapes. */
    ESCAPES
}
