package dev.throughline.model;

/**
 * The name by which a client finds its conversation again: any text of 1 to 256 characters (Unicode code points).
 *
 * <p>Clients send keys; sessions are stored under a {@link SessionId}. A key never becomes a file name.
 */
public record SessionKey(String text) {
    /** The longest key, in code points. */
    public static final int MAX_LENGTH = 256;

    public SessionKey {
        int length = text.codePointCount(0, text.length());
        if (length == 0 || length > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "expected a session key of 1 to " + MAX_LENGTH + " characters, found " + length);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
