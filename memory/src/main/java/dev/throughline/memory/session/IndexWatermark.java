package dev.throughline.memory.session;

import dev.throughline.files.PrivateFiles;
import dev.throughline.memory.project.Project;
import dev.throughline.search.index.SearchIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * The time up to which all sessions are indexed. It is stored in {@code index/sessions.until}, together with an empty
 * file {@code sessions.complete} in every index that existed then. If one of them is missing, all sessions are compared
 * with the indexes again.
 *
 * <pre>
 *   2026-04-05T10:00:00Z    the time
 *   agents, peers and …     the rules by which sessions were assigned to indexes; with other rules, an index may
 *                           contain what does not belong to its project, so all indexes are rebuilt
 * </pre>
 */
public final class IndexWatermark {
    /** The last documents may not have reached the disk before a crash, so this much time is compared again. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    /** Each agent, and each of several people who talk to an agent, has an index of its own; groups share one. */
    private static final String RULES = "agents, peers and groups apart";

    private static final String COMPLETE = "sessions.complete";

    private final Path file;
    private final String rules;
    private final boolean isOutdated;
    private final Instant stored;
    private Instant reached;

    /**
     * Reads the watermark in a folder. It is valid only if every existing index was complete when it was written.
     *
     * @param peopleSettings identifies the settings by which sessions belong to people; a part of the rules
     */
    public IndexWatermark(Path folder, List<Project> projects, String peopleSettings) {
        this.rules = (RULES + " " + peopleSettings).strip();
        this.file = folder.resolve("sessions.until");
        List<String> lines = lines();
        this.isOutdated = !lines.isEmpty() && !lines.subList(1, lines.size()).equals(List.of(rules));
        boolean isValid = !lines.isEmpty() && !isOutdated && projects.stream().allMatch(IndexWatermark::isComplete);
        this.stored = isValid ? time(lines.getFirst()) : Instant.EPOCH;
        this.reached = stored;
    }

    /** Whether an index contains all sessions. One that was deleted and created again, or is damaged, does not. */
    private static boolean isComplete(Project project) {
        boolean exists =
                Files.isDirectory(project.index().resolveSibling("workspace")) || Files.isDirectory(project.index());
        return !exists
                || (Files.exists(project.index().resolve(COMPLETE)) && !SearchIndex.needsRebuild(project.index()));
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Instant time(String line) {
        try {
            return Instant.parse(line);
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    /** Whether the indexes were written by other rules and have to be rebuilt. */
    public boolean isOutdated() {
        return isOutdated;
    }

    /** Whether a session that changed at this time has to be indexed. */
    public boolean isBefore(Instant changed) {
        return !changed.isBefore(stored.equals(Instant.EPOCH) ? stored : stored.minus(MARGIN));
    }

    /** Records that a session that changed at this time is indexed. */
    public void advance(Instant changed) {
        reached = changed.isAfter(reached) ? changed : reached;
    }

    /** Removes the stored watermark, so that the next process compares all sessions with the indexes. */
    public void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be deleted", e);
        }
    }

    /** Saves the watermark: every existing index contains everything up to the newest indexed change. */
    public void save(List<Project> projects) {
        try {
            for (Project project : projects) {
                if (Files.isDirectory(project.index())) {
                    PrivateFiles.replace(project.index().resolve(COMPLETE), new byte[0]);
                }
            }
            PrivateFiles.createDirectories(file.toAbsolutePath().resolveSibling(""));
            PrivateFiles.replace(file, (reached + "\n" + rules + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }
}
