package dev.throughline.memory.project;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.index.IndexSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rooms for tests, which compare no meaning and so load no model. */
public final class TestProjects {
    private TestProjects() {}

    public static ProjectMemory open(Path home, Clock clock) {
        return ProjectMemory.open(project(home), means(clock));
    }

    /** Searches the pages of a memory. */
    public static SearchResult search(ProjectMemory memory, String text) {
        return memory.search(memory.query(text).in(SearchScope.MEMORY).most(ProjectMemory.MAX_RESULTS));
    }

    public static Project project(Path home) {
        return new Project("", home.resolve("workspace"), home.resolve("index"));
    }

    public static ProjectMemory.OpenOptions means(Clock clock) {
        return means(clock, List.of());
    }

    public static ProjectMemory.OpenOptions means(Clock clock, List<Path> extras) {
        return means(clock, extras, SearchSettings.HitOrder.DEFAULT);
    }

    public static ProjectMemory.OpenOptions means(Clock clock, SearchSettings.HitOrder order) {
        return means(clock, List.of(), order);
    }

    private static ProjectMemory.OpenOptions means(Clock clock, List<Path> extras, SearchSettings.HitOrder order) {
        SearchSettings words = new SearchSettings(
                SearchSettings.Embeddings.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                extras,
                order,
                IndexSettings.Sizes.DEFAULT);
        return means(clock, words);
    }

    public static ProjectMemory.OpenOptions means(SearchSettings search) {
        return means(Clock.systemUTC(), search);
    }

    private static ProjectMemory.OpenOptions means(Clock clock, SearchSettings search) {
        return new ProjectMemory.OpenOptions(
                clock,
                HelperModel.NONE,
                new ConfiguredEmbedder(search, _ -> null),
                MemoryLimits.DEFAULT,
                search,
                Duration.ZERO,
                Optional.empty());
    }
}
