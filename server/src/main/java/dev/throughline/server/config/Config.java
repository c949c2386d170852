package dev.throughline.server.config;

import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.memory.MemorySettings;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.project.Projects;
import dev.throughline.search.Diversity;
import dev.throughline.search.RankFusion;
import dev.throughline.search.index.IndexSettings;
import dev.throughline.search.text.Chunker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What is in force: one record per concern. The defaults stand in {@link Keys}.
 *
 * @param home the folder where everything is kept
 * @param markers how agents mark what is not plain conversation
 * @param isReplayClock whether a request may say what time it is
 */
public record Config(
        ListenSettings listen,
        Path home,
        ProviderSettings providers,
        Memory memory,
        AgentMarkers markers,
        SearchSettings search,
        PolicyName policy,
        StateSettings state,
        WorkingSetSettings working,
        HelperSettings helper,
        Limits limits,
        LogSettings logging,
        boolean isReplayClock) {
    /** What one request may weigh, how long it may take to arrive, and what all of them and all sessions may take. */
    public record Limits(
            long bodyBytes,
            long headerBytes,
            Duration headTime,
            Duration bodyTime,
            long bodiesBytes,
            Optional<Long> sessionsBytes) {}

    /** What these settings mean. */
    public static Config of(Settings settings) {
        return new Config(
                new ListenSettings(
                        settings.value(Keys.HOST),
                        settings.value(Keys.PORT),
                        settings.value(Keys.HOST_UNPROTECTED),
                        settings.value(Keys.HOST_NAMES)),
                settings.value(Keys.HOME),
                providers(settings),
                Memory.of(settings),
                MarkersFile.of(settings.value(Keys.MARKERS)),
                search(settings),
                settings.value(WorkingSetKeys.POLICY),
                new StateSettings(
                        settings.value(WorkingSetKeys.TODO),
                        settings.value(WorkingSetKeys.TODO_CHARACTERS),
                        settings.value(WorkingSetKeys.PINNED_CHARACTERS),
                        settings.value(WorkingSetKeys.ANCHOR_CHARACTERS)),
                WorkingSetSettings.of(settings),
                helper(settings),
                new Limits(
                        settings.value(Keys.BODY_BYTES),
                        settings.value(Keys.HEADER_BYTES),
                        Duration.ofSeconds(settings.value(Keys.HEAD_SECONDS)),
                        Duration.ofSeconds(settings.value(Keys.BODY_SECONDS)),
                        settings.value(Keys.BODIES_BYTES),
                        settings.value(Keys.SESSIONS_BYTES)),
                new LogSettings(
                        settings.value(Keys.LOG_LEVEL), settings.value(Keys.LOG_FORM), settings.value(Keys.LOG_FLOW)),
                settings.value(Keys.REPLAY_CLOCK));
    }

    /** Which memory belongs to which folder. */
    public Projects projects() {
        return new Projects(home, memory.where().isByProject(), memory.where().folder());
    }

    /** What memory needs to know of the configuration. */
    public MemorySettings memorySettings() {
        return new MemorySettings(
                home,
                projects(),
                memory.isShown(),
                memory.isLearning(),
                memory.limits(),
                search,
                markers,
                working.table());
    }

    /** The same, but at a port that is free. */
    public Config onFreePort() {
        return new Config(
                new ListenSettings(listen.host(), 0, listen.isUnprotected(), listen.names()),
                home,
                providers,
                memory,
                markers,
                search,
                policy,
                state,
                working,
                helper,
                limits,
                logging,
                isReplayClock);
    }

    private static SearchSettings search(Settings settings) {
        return new SearchSettings(
                settings.value(SearchKeys.EMBEDDINGS),
                settings.value(SearchKeys.SEARCH_MODEL),
                settings.value(SearchKeys.SEARCH_URL),
                settings.value(SearchKeys.SEARCH_KEY),
                settings.value(SearchKeys.SEARCH_HEADERS),
                settings.value(SearchKeys.SEARCH_PATHS),
                order(settings),
                new IndexSettings.Sizes(
                        new Chunker.ChunkSize(
                                settings.value(SearchKeys.CHUNK_TOKENS), settings.value(SearchKeys.CHUNK_OVERLAP)),
                        settings.value(SearchKeys.CANDIDATES),
                        settings.value(SearchKeys.SNIPPET_CHARACTERS),
                        settings.value(SearchKeys.CACHED_VECTORS)));
    }

    private static SearchSettings.Order order(Settings settings) {
        double meaning = settings.value(SearchKeys.MEANING_PERCENT) / 100.0;
        RankFusion fusion =
                switch (settings.value(SearchKeys.FUSION)) {
                    case EVIDENCE ->
                        isOurs(settings.value(SearchKeys.EMBEDDINGS)) ? RankFusion.DEFAULT : RankFusion.BY_RANK;
                    case RANKS -> RankFusion.BY_RANK;
                    case WEIGHTS -> new RankFusion.Scores(1 - meaning, meaning);
                };
        int relevance = settings.value(SearchKeys.RELEVANCE_PERCENT);
        return new SearchSettings.Order(
                fusion,
                relevance == 100 ? Optional.empty() : Optional.of(new Diversity(relevance / 100.0)),
                settings.value(SearchKeys.HALF_LIFE_DAYS),
                settings.value(SearchKeys.LEAST_FIT_PERCENT) / 100.0);
    }

    /** Whether the model is the one whose cosines evidence was measured with. */
    private static boolean isOurs(SearchSettings.Embeddings embeddings) {
        return switch (embeddings) {
            case AUTO, LOCAL, NONE -> true;
            case OPENAI, GEMINI, CUSTOM -> false;
        };
    }

    private static HelperSettings helper(Settings settings) {
        return new HelperSettings(
                settings.value(HelperKeys.HELPER_MODE),
                settings.value(HelperKeys.HELPER_MODEL),
                settings.value(HelperKeys.HELPER_URL),
                settings.value(HelperKeys.HELPER_KEY),
                settings.value(HelperKeys.HELPER_DIALECT),
                Duration.ofSeconds(settings.value(HelperKeys.HELPER_TIMEOUT)),
                settings.value(HelperKeys.HELPER_PER_SESSION),
                settings.value(HelperKeys.HELPER_PER_HOUR),
                settings.value(HelperKeys.HELPER_SHARE));
    }

    private static ProviderSettings providers(Settings settings) {
        return new ProviderSettings(
                Map.of(
                        "openai",
                        new ProviderSettings.Provider(settings.value(Keys.OPENAI_URL), settings.value(Keys.OPENAI_KEY)),
                        "anthropic",
                        new ProviderSettings.Provider(
                                settings.value(Keys.ANTHROPIC_URL), settings.value(Keys.ANTHROPIC_KEY))),
                settings.value(Keys.CHATGPT_URL),
                settings.value(Keys.ROUTES));
    }
}
