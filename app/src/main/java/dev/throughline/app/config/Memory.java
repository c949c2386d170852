package dev.throughline.app.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Which requests are remembered, and what memory is there.
 *
 * @param isShown whether sessions are shown what memory says
 * @param isLearning whether sessions write memory
 * @param extractEveryTurns after how many turns of a person topics are learnt
 */
public record Memory(ApplyTo applyTo, Where where, boolean isShown, boolean isLearning, int extractEveryTurns) {
    /**
     * Where memory is kept.
     *
     * @param isByProject whether each project has its own
     * @param folder the one workspace of all, if it is named
     */
    public record Where(boolean isByProject, Optional<Path> folder) {
        static final Where PROJECT = new Where(/* isByProject= */ true, Optional.empty());
        static final Where SHARED = new Where(/* isByProject= */ false, Optional.empty());

        static final Kind<Where> KIND =
                new Kind<>("project, shared or a path", (text, around) -> of(text.strip(), around), Where::shown);

        private static Where of(String text, Environment around) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException();
            }
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "project" -> PROJECT;
                case "shared" -> SHARED;
                default -> new Where(/* isByProject= */ false, Optional.of(around.path(text)));
            };
        }

        private static String shown(Where where) {
            return where.isByProject()
                    ? "project"
                    : where.folder().map(Path::toString).orElse("shared");
        }
    }

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
