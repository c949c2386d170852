package dev.throughline.testkit.history;

/** A way in which a client resends the same item in another form with the same meaning. */
public enum Variation {
    /**
     * In Messages the cache marker is on the last block of the last message, so it is at another position in every
     * request.
     */
    CACHE_MARKS,
    /** A content that is one text is sometimes a string, sometimes a list of one block. */
    LISTS,
    /**
     * Ids are the client's own: in Chat and Messages those of calls lose their {@code _}, in Responses items lose
     * theirs.
     */
    IDS,
    /** The members of an element and of its blocks have another order. */
    KEYS,
    /** The same text has other escapes. */
    ESCAPES
}
