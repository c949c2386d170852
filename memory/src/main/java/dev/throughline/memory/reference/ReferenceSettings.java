package dev.throughline.memory.reference;

import java.time.Duration;

/**
 * The settings of references and of questions about sessions.
 *
 * @param isOn whether references in messages are resolved
 * @param references the most references of one message
 * @param bytes the largest block that one message gets
 * @param helperWait how long a turn waits for an answer of the helper model
 * @param questionCharacters the longest text of a session that the helper model reads for a question
 * @param toolOffer when the tool {@code query_session} is added to the requests of a session
 */
public record ReferenceSettings(
        boolean isOn,
        int references,
        int bytes,
        Duration helperWait,
        int questionCharacters,
        QuestionToolOffer toolOffer) {
    /** Finding, reading and describing sessions takes this long at most. */
    static final Duration READING_TIME = Duration.ofSeconds(10);

    public static final ReferenceSettings DEFAULT = new ReferenceSettings(
            /* isOn= */ true, 3, 12 << 10, Duration.ofSeconds(10), 240_000, QuestionToolOffer.REFERENCE);

    /** How long a turn waits for references. */
    public Duration time() {
        return helperWait.plus(READING_TIME);
    }

    /** When the tool is added. Like other local tools it is added only to prompts that are large enough. */
    public enum QuestionToolOffer {
        /** If the request refers to a session. */
        REFERENCE,
        ALWAYS,
        NEVER
    }
}
