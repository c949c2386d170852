package dev.throughline.workingset.policy;

/** What becomes of a piece in a rewrite. */
enum Fate {
    /** It stays as it is. */
    STAYS,
    /** Of a file that was read, the lines stay that no later read of it shows; of an older todo list, nothing. */
    SUPERSEDED,
    /** A note says what it was. */
    CLEARED
}
