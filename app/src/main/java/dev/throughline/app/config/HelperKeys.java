package dev.throughline.app.config;

import static dev.throughline.app.config.Key.key;
import static dev.throughline.app.config.Key.maybe;
import static dev.throughline.app.config.Key.secret;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Which model is asked Throughline's own questions, and what that may cost. Part of {@link Keys#ALL}. */
public final class HelperKeys {
    public static final Key<HelperSettings.Mode> HELPER_MODE = key(
            "helper.mode",
            Kinds.word(HelperSettings.Mode.class),
            HelperSettings.Mode.AUTO,
            "which model is asked Throughline's own questions: auto, off, session or provider");
    public static final Key<Optional<String>> HELPER_MODEL = maybe("helper.model", Kinds.TEXT, "the model to ask");
    public static final Key<Optional<URI>> HELPER_URL =
            maybe("helper.url", Kinds.URL, "where the helper model is, in mode provider");
    public static final Key<Optional<String>> HELPER_KEY = secret("helper.key", "a key for the helper model");
    public static final Key<HelperSettings.Speech> HELPER_DIALECT = key(
            "helper.dialect",
            Kinds.word(HelperSettings.Speech.class),
            HelperSettings.Speech.CHAT,
            "how the helper model speaks: responses, chat or messages");
    public static final Key<Integer> HELPER_TIMEOUT =
            key("helper.timeout_seconds", Kinds.SECONDS, 60, "how long a question may take");
    public static final Key<Long> HELPER_PER_SESSION =
            key("helper.tokens_per_session", Kinds.TOKENS, 2_000_000L, "tokens that questions of one session may cost");
    public static final Key<Long> HELPER_PER_HOUR =
            key("helper.tokens_per_hour", Kinds.TOKENS, 5_000_000L, "tokens that all questions of an hour may cost");

    public static final Key<Integer> HELPER_SHARE = key(
            "helper.share_percent",
            Kinds.from(0, 100),
            1,
            "in mode auto, how much of what editing has saved questions may cost");

    static final List<Key<?>> ALL = List.of(
            HELPER_MODE,
            HELPER_MODEL,
            HELPER_URL,
            HELPER_KEY,
            HELPER_DIALECT,
            HELPER_TIMEOUT,
            HELPER_PER_SESSION,
            HELPER_PER_HOUR,
            HELPER_SHARE);

    private HelperKeys() {}
}
