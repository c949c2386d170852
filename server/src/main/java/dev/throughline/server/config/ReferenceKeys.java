package dev.throughline.server.config;

import dev.throughline.memory.reference.ReferenceSettings;
import java.time.Duration;
import java.util.List;

/** The keys of references to sessions and of questions about them. Part of {@link Keys#ALL}. */
public final class ReferenceKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<Boolean> REFERENCES = KEYS.key(
            "references.resolve",
            ValueType.SWITCH,
            ReferenceSettings.DEFAULT.isOn(),
            "add the sessions that a message names with @@name to it");
    public static final Key<Integer> REFERENCES_MAX =
            KEYS.number("references.max", 0, 10, ReferenceSettings.DEFAULT.references());
    public static final Key<Integer> REFERENCES_BYTES =
            KEYS.number("references.bytes", 1_000, 100_000, ReferenceSettings.DEFAULT.bytes());
    public static final Key<Integer> REFERENCES_WAIT = KEYS.number("references.wait_seconds", 0, 60, (int)
            ReferenceSettings.DEFAULT.helperWait().toSeconds());
    public static final Key<Integer> QUESTION_CHARACTERS =
            KEYS.number("questions.characters", 4_000, 4_000_000, ReferenceSettings.DEFAULT.questionCharacters());
    public static final Key<ReferenceSettings.QuestionToolOffer> QUESTION_TOOL = KEYS.unlisted(
            "questions.tool",
            ValueType.oneOf(ReferenceSettings.QuestionToolOffer.class),
            ReferenceSettings.DEFAULT.toolOffer());

    static final List<Key<?>> ALL = KEYS.all();

    private ReferenceKeys() {}

    static ReferenceSettings settings(Config config) {
        return new ReferenceSettings(
                config.value(REFERENCES),
                config.value(REFERENCES_MAX),
                config.value(REFERENCES_BYTES),
                Duration.ofSeconds(config.value(REFERENCES_WAIT)),
                config.value(QUESTION_CHARACTERS),
                config.value(QUESTION_TOOL));
    }
}
