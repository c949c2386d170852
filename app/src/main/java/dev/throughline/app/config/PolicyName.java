package dev.throughline.app.config;

/** The rule that makes a working set fit. */
public enum PolicyName {
    /** Rewrites seldom, and only when it pays. */
    AUTO,
    /** Trims a request that does not fit, the oldest first. */
    TRIM,
    /** Replaces a full history by a summary. */
    COMPACT,
    /** Everything is forwarded as it came. */
    OFF;

    static final Kind<PolicyName> KIND = new Kind<>(
            "auto, trim, compact or off", Kinds.word(PolicyName.class).reader(), Kinds::word);
}
