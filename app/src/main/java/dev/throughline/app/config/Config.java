package dev.throughline.app.config;

import dev.throughline.engine.session.Markers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What is in force: one record per concern. The defaults stand in {@link Keys}.
 *
 * @param home the folder where everything is kept
 * @param markers how agents mark what is not plain conversation
 * @param isReplayClock whether a request may say what time it is
 */
public record Config(
        Listen listen,
        Path home,
        Providers providers,
        Memory memory,
        Markers markers,
        SearchSettings search,
        PolicyName policy,
        State state,
        WorkingSet working,
        HelperSettings helper,
        Limits limits,
        Logging logging,
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
                new Listen(
                        settings.value(Keys.HOST),
                        settings.value(Keys.PORT),
                        settings.value(Keys.HOST_UNPROTECTED),
                        settings.value(Keys.HOST_NAMES)),
                settings.value(Keys.HOME),
                providers(settings),
                Memory.of(settings),
                MarkersFile.of(settings.value(Keys.MARKERS)),
                SearchSettings.of(settings),
                settings.value(WorkingSetKeys.POLICY),
                new State(
                        settings.value(WorkingSetKeys.TODO),
                        settings.value(WorkingSetKeys.TODO_CHARACTERS),
                        settings.value(WorkingSetKeys.PINNED_CHARACTERS),
                        settings.value(WorkingSetKeys.ANCHOR_CHARACTERS)),
                WorkingSet.of(settings),
                helper(settings),
                new Limits(
                        settings.value(Keys.BODY_BYTES),
                        settings.value(Keys.HEADER_BYTES),
                        Duration.ofSeconds(settings.value(Keys.HEAD_SECONDS)),
                        Duration.ofSeconds(settings.value(Keys.BODY_SECONDS)),
                        settings.value(Keys.BODIES_BYTES),
                        settings.value(Keys.SESSIONS_BYTES)),
                new Logging(
                        settings.value(Keys.LOG_LEVEL), settings.value(Keys.LOG_FORM), settings.value(Keys.LOG_FLOW)),
                settings.value(Keys.REPLAY_CLOCK));
    }

    /** The same, but at a port that is free. */
    public Config onFreePort() {
        return new Config(
                new Listen(listen.host(), 0, listen.isUnprotected(), listen.names()),
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

    private static Providers providers(Settings settings) {
        return new Providers(
                new Providers.Provider(settings.value(Keys.OPENAI_URL), settings.value(Keys.OPENAI_KEY)),
                new Providers.Provider(settings.value(Keys.ANTHROPIC_URL), settings.value(Keys.ANTHROPIC_KEY)),
                settings.value(Keys.CHATGPT_URL),
                settings.value(Keys.ROUTES));
    }
}
