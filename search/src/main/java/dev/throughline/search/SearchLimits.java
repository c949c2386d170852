package dev.throughline.search;

import java.time.Duration;

/** All limits of search. */
public final class SearchLimits {
    public static final int MAX_ID_LENGTH = 1_000;
    public static final int MAX_TEXT_LENGTH = 64 << 20;
    public static final int MAX_RESULTS = 200;
    public static final int MAX_QUERY_LENGTH = 8_000;

    /** Different words of one query that are searched for, the rarest first. */
    public static final int MAX_QUERY_WORDS = 64;

    public static final int MAX_SNIPPET_LENGTH = 700;
    public static final int CACHED_QUERIES = 256;

    /**
     * How long changes may wait for a commit. A crash loses them, but the owner of the documents can put them again.
     */
    public static final Duration COMMIT_AFTER = Duration.ofSeconds(5);

    /** The pause after a failure of the embedder; it doubles with each further failure. */
    public static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    public static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    /** Memory for changes that are not yet in a file. */
    public static final double WRITE_BUFFER_MEGABYTES = 32;

    /** Documents that are copied to a new generation in one step; other changes are made between the steps. */
    public static final int COPIED_AT_ONCE = 256;

    private SearchLimits() {}
}
