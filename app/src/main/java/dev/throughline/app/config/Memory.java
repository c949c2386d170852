package dev.throughline.app.config;

import java.util.Locale;

/** Which requests are remembered. */
public record Memory(ApplyTo applyTo) {
    /** Whose requests. */
    public enum ApplyTo {
        /** Programs that are known as agents, and requests that carry tools. */
        AGENTS,
        ALL,
        NONE
    }

    static final Kind<ApplyTo> KIND =
            new Kind<>("agents, all or none (or on, off)", (text, _) -> applyTo(text.strip()), Kinds::word);

    /** The words, and the switches that people know from other programs. */
    private static ApplyTo applyTo(String text) {
        for (ApplyTo value : ApplyTo.values()) {
            if (value.name().equals(text.toUpperCase(Locale.ROOT))) {
                return value;
            }
        }
        return Kinds.isOn(text) ? ApplyTo.AGENTS : ApplyTo.NONE;
    }
}
