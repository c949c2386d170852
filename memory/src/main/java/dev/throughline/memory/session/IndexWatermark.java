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
 * Up to when sessions were taken into the indexes: a line in {@code index/sessions.until}, and in every index that was
 * there then an empty file {@code sessions.complete}. Without one of them, all sessions are looked at again, which
 * costs time and changes nothing.
 *
 * <p>A second line says by which rules a session belongs to an index. Where it says others, an index may hold what is
 * not of its project, so that all are made anew.
 */
public final class IndexWatermark {
    /** What was put last may not have reached the disk before a crash; so much is looked at again. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    /** The rules: each of several people who speak to an agent has an index of their own. */
    private static final String RULES = "peers apart";

    private static final String COMPLETE = "sessions.complete";

    private final Path file;
    private final boolean isOutdated;
    private final Instant before;
    private Instant reached;

    /** The mark in a folder; it counts only if every index that there is was complete when it was written. */
    public IndexWatermark(Path folder, List<Project> projects) {
        this.file = folder.resolve("sessions.until");
        List<String> lines = lines();
        this.isOutdated = !lines.isEmpty() && !lines.subList(1, lines.size()).equals(List.of(RULES));
        boolean isWhole = !lines.isEmpty() && !isOutdated && projects.stream().allMatch(IndexWatermark::isComplete);
        this.before = isWhole ? time(lines.getFirst()) : Instant.EPOCH;
        this.reached = before;
    }

    /** Whether an index holds all that was said; one that was deleted and made anew, or lost some, does not. */
    private static boolean isComplete(Project project) {
        boolean isThere =
                Files.isDirectory(project.index().resolveSibling("workspace")) || Files.isDirectory(project.index());
        return !isThere
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

    /** Whether the indexes were made by other rules, and have to be made anew. */
    public boolean isOutdated() {
        return isOutdated;
    }

    /** Whether a session that changed then has to be looked at. */
    public boolean isBefore(Instant changed) {
        return !changed.isBefore(before.equals(Instant.EPOCH) ? before : before.minus(MARGIN));
    }

    /** A session that changed then was looked at. */
    public void reached(Instant changed) {
        reached = changed.isAfter(reached) ? changed : reached;
    }

    /** All up to the newest that was looked at are done, and every index there is holds what was said. */
    public void keep(List<Project> projects) {
        try {
            for (Project project : projects) {
                if (Files.isDirectory(project.index())) {
                    PrivateFiles.replace(project.index().resolve(COMPLETE), new byte[0]);
                }
            }
            PrivateFiles.createDirectories(file.toAbsolutePath().resolveSibling(""));
            PrivateFiles.replace(file, (reached + "\n" + RULES + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }
}
