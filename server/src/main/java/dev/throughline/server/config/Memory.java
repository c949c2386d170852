package dev.throughline.server.config;

import dev.throughline.memory.consolidate.StageOne;
import dev.throughline.memory.consolidate.StageTwo;
import dev.throughline.memory.flush.Flush;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.memory.project.MemoryLimits;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.PageExcerpt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Which requests are remembered, and what memory is there.
 *
 * @param isShown whether sessions are shown what memory says
 * @param isLearning whether sessions write memory
 * @param limits when it is written, and how much of it is shown
 */
public record Memory(ApplyTo applyTo, Where where, boolean isShown, boolean isLearning, MemoryLimits limits) {
    static Memory of(Settings settings) {
        return new Memory(
                settings.value(Keys.MEMORY),
                settings.value(MemoryKeys.WORKSPACE),
                settings.value(MemoryKeys.MEMORY_SHOW),
                settings.value(MemoryKeys.MEMORY_LEARN),
                limits(settings));
    }

    private static MemoryLimits limits(Settings settings) {
        int summary = settings.value(MemoryKeys.OPENING_SUMMARY_TOKENS);
        return new MemoryLimits(
                new Flush.Limits(
                        settings.value(MemoryKeys.FLUSH_RESERVE_TOKENS), settings.value(MemoryKeys.FLUSH_EARLY_TOKENS)),
                settings.value(MemoryKeys.EXTRACT_TURNS),
                new SessionNotes.Limits(
                        settings.value(MemoryKeys.NOTES_FIRST_TOKENS),
                        settings.value(MemoryKeys.NOTES_NEXT_TOKENS),
                        settings.value(MemoryKeys.NOTES_CALLS),
                        settings.value(MemoryKeys.NOTES_SECTION_TOKENS),
                        settings.value(MemoryKeys.NOTES_TOKENS)),
                new StageOne.Limits(
                        Duration.ofHours(settings.value(MemoryKeys.IDLE_HOURS)),
                        Duration.ofDays(settings.value(MemoryKeys.OLDEST_DAYS))),
                new StageTwo.Limits(
                        Duration.ofHours(settings.value(MemoryKeys.MERGE_HOURS)),
                        Duration.ofDays(settings.value(MemoryKeys.MERGE_DAYS)),
                        settings.value(MemoryKeys.MERGE_SESSIONS),
                        summary),
                new SessionStartBlock.Limits(
                        settings.value(MemoryKeys.OPENING_LINES),
                        Math.toIntExact(settings.value(MemoryKeys.OPENING_BYTES)),
                        summary,
                        settings.value(MemoryKeys.OPENING_LOG_TOKENS),
                        settings.value(MemoryKeys.OPENING_LOG_PERCENT),
                        settings.value(MemoryKeys.OPENING_LEARNT_TOKENS)),
                new TopicManifest.Limits(
                        settings.value(MemoryKeys.MANIFEST_TOPICS), settings.value(MemoryKeys.MANIFEST_LINES)),
                settings.value(MemoryKeys.TOPICS),
                new PageExcerpt.Limits(
                        settings.value(MemoryKeys.PAGE_LINES), settings.value(MemoryKeys.PAGE_CHARACTERS)));
    }

    /**
     * Where memory is kept.
     *
     * @param isByProject whether each project has its own
     * @param folder the one workspace of all, if it is named
     */
    public record Where(boolean isByProject, Optional<Path> folder) {
        static final Where PROJECT = new Where(/* isByProject= */ true, Optional.empty());
        static final Where SHARED = new Where(/* isByProject= */ false, Optional.empty());

        static final ValueType<Where> KIND =
                new ValueType<>("project, shared or a path", (text, around) -> of(text.strip(), around), Where::shown);

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

    static final ValueType<ApplyTo> KIND =
            new ValueType<>("agents, all or none (or on, off)", (text, _) -> applyTo(text.strip()), ValueTypes::word);

    /** The words, and the switches that people know from other programs. */
    private static ApplyTo applyTo(String text) {
        for (ApplyTo value : ApplyTo.values()) {
            if (value.name().equals(text.toUpperCase(Locale.ROOT))) {
                return value;
            }
        }
        return ValueTypes.isOn(text) ? ApplyTo.AGENTS : ApplyTo.NONE;
    }
}
