package dev.throughline.server.config;

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

    static final ValueType<PolicyName> KIND = new ValueType<>(
            "auto, trim, compact or off", ValueTypes.word(PolicyName.class).reader(), ValueTypes::word);
}
