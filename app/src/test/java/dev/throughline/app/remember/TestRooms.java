package dev.throughline.app.remember;

import dev.throughline.app.config.SearchSettings;
import dev.throughline.engine.helper.HelperModel;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** Rooms for tests, which compare no meaning and so load no model. */
final class TestRooms {
    private TestRooms() {}

    static MemoryRoom open(Path home, Clock clock) {
        return MemoryRoom.open(project(home), means(clock));
    }

    static Project project(Path home) {
        return new Project("", home.resolve("workspace"), home.resolve("index"));
    }

    static MemoryRoom.Means means(Clock clock) {
        SearchSettings words = new SearchSettings(
                SearchSettings.Embeddings.NONE, Optional.empty(), Optional.empty(), Optional.empty());
        return new MemoryRoom.Means(clock, HelperModel.NONE, new Embedding(words, _ -> null), 1);
    }
}
