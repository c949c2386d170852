package dev.throughline.workingset.policy;

/** What becomes of a piece in a rewrite. */
enum Fate {
    /** It stays as it is. */
    STAYS,
    /** Of a file that was read, the regions that were spoken of stay. */
    REGIONS,
    /** A stub stays. */
    CLEARED
}
