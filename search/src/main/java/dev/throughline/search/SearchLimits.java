package dev.throughline.search;

import java.time.Duration;

/** Everything here has a limit, and these are their names. */
public final class SearchLimits {
    public static final int MAX_ID_LENGTH = 1_000;
    public static final int MAX_TEXT_LENGTH = 64 << 20;
    public static final int MAX_RESULTS = 200;
    public static final int MAX_QUERY_LENGTH = 8_000;

    /** Different words of one query that are looked up, the rarest first. */
    public static final int MAX_QUERY_WORDS = 64;

    public static final int MAX_SNIPPET_LENGTH = 700;
    public static final int CACHED_QUERIES = 256;

    /** How long what was put may wait for the disk; the index can be rebuilt, so it costs work and never knowledge. */
    public static final Duration COMMIT_AFTER = Duration.ofSeconds(5);

    /** How long an embedder that failed is left alone; twice as long after each further failure. */
    public static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    public static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    /** Memory for what was put and is not yet in a file. */
    public static final double WRITE_BUFFER_MEGABYTES = 32;

    /** Documents that one step of building a generation takes over, so that puts get between the steps. */
    public static final int TAKEN_OVER_AT_ONCE = 256;

    private SearchLimits() {}
}
