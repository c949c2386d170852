package dev.throughline.memory.reference;

import java.util.Optional;

/**
 * A reference to another session, as a person wrote it.
 *
 * @param name the name, the id or the beginning of one of them
 * @param ancestors how many ancestors of the session are wanted as well
 * @param question a question about the session, if there is one
 */
public record SessionReference(String name, int ancestors, Optional<String> question) {
    /** The longest name; session names have at most 60 characters. */
    static final int MAX_NAME_CHARACTERS = 100;

    /** The most ancestors of one reference. */
    public static final int MAX_ANCESTORS = 9;

    static final int MAX_QUESTION_CHARACTERS = 1_000;

    public SessionReference {
        if (name.isBlank() || name.length() > MAX_NAME_CHARACTERS) {
            throw new IllegalArgumentException("A name has 1 to " + MAX_NAME_CHARACTERS + " characters, found '" + name
                    + "' with " + name.length());
        }
        if (ancestors < 0 || ancestors > MAX_ANCESTORS) {
            throw new IllegalArgumentException(
                    "A reference has 0 to " + MAX_ANCESTORS + " ancestors, found " + ancestors);
        }
    }
}
