package dev.throughline.engine.session;

/**
 * A person in a session key.
 *
 * @param text the id of the person in a channel, or the name of a linked person
 * @param isLinked whether identity links map several ids to this person; in a key the name then follows a {@code ~}
 */
public record PeerName(String text, boolean isLinked) {
    private static final String LINKED = "~";

    public PeerName {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("A person in a session key must have a name; it is empty.");
        }
    }

    /** The part of a key. */
    String part() {
        return (isLinked ? LINKED : "") + KeyPart.encode(text);
    }

    /** The person of a part of a key. */
    static PeerName of(String part) {
        return part.startsWith(LINKED) && part.length() > 1
                ? new PeerName(KeyPart.decode(part.substring(1)), /* isLinked= */ true)
                : new PeerName(KeyPart.decode(part), /* isLinked= */ false);
    }
}
