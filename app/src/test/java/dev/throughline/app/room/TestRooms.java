package dev.throughline.app.room;

import dev.throughline.app.config.SearchSettings;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Measures;
import dev.throughline.search.index.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rooms for tests, which compare no meaning and so load no model. */
public final class TestRooms {
    private TestRooms() {}

    public static MemoryRoom open(Path home, Clock clock) {
        return MemoryRoom.open(project(home), means(clock));
    }

    public static Project project(Path home) {
        return new Project("", home.resolve("workspace"), home.resolve("index"));
    }

    public static MemoryRoom.Means means(Clock clock) {
        return means(clock, List.of());
    }

    static MemoryRoom.Means means(Clock clock, List<Path> extras) {
        return means(clock, extras, SearchSettings.Order.USUAL);
    }

    static MemoryRoom.Means means(Clock clock, SearchSettings.Order order) {
        return means(clock, List.of(), order);
    }

    private static MemoryRoom.Means means(Clock clock, List<Path> extras, SearchSettings.Order order) {
        SearchSettings words = new SearchSettings(
                SearchSettings.Embeddings.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                extras,
                order,
                Settings.Measure.USUAL);
        return means(clock, words);
    }

    static MemoryRoom.Means means(SearchSettings search) {
        return means(Clock.systemUTC(), search);
    }

    private static MemoryRoom.Means means(Clock clock, SearchSettings search) {
        return new MemoryRoom.Means(
                clock,
                HelperModel.NONE,
                new Embedding(search, _ -> null),
                Measures.USUAL,
                search,
                Duration.ZERO,
                Optional.empty());
    }
}
