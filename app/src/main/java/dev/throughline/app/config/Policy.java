package dev.throughline.app.config;

/** The rule that makes a working set fit. So far there is only the one that changes nothing. */
public enum Policy {
    /** Everything is forwarded as it came. */
    OFF;

    static final Kind<Policy> KIND = new Kind<>(
            "off, the only policy this version has (it forwards everything as it came)",
            Kinds.word(Policy.class).reader(),
            Kinds::word);
}
