package dev.throughline.server.config;

import dev.throughline.model.Dialect;
import dev.throughline.wire.chat.ChatDialect;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Which model is asked Throughline's own questions, and what that may cost. Part of {@link Keys#ALL}. */
public final class HelperKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<HelperSettings.Mode> HELPER_MODE = KEYS.key(
            "helper.mode",
            ValueTypes.word(HelperSettings.Mode.class),
            HelperSettings.Mode.AUTO,
            "which model answers Throughline's own questions: auto, off, session or provider");
    public static final Key<Optional<String>> HELPER_MODEL =
            KEYS.optional("helper.model", ValueTypes.TEXT, "the model to ask");
    public static final Key<Optional<URI>> HELPER_URL =
            KEYS.optional("helper.url", ValueTypes.URL, "the URL of the helper model, in mode provider");
    public static final Key<Optional<String>> HELPER_KEY = KEYS.secret("helper.key", "a key for the helper model");
    public static final Key<Dialect> HELPER_DIALECT = KEYS.key(
            "helper.dialect",
            ValueTypes.DIALECT,
            ChatDialect.NAME,
            "the dialect of the helper model: responses, chat or messages");
    public static final Key<Integer> HELPER_TIMEOUT =
            KEYS.key("helper.timeout_seconds", ValueTypes.SECONDS, 60, "how long a question may take");
    public static final Key<Long> HELPER_PER_SESSION = KEYS.key(
            "helper.tokens_per_session",
            ValueTypes.TOKENS,
            2_000_000L,
            "the most tokens that helper questions of one session may use");
    public static final Key<Long> HELPER_PER_HOUR = KEYS.key(
            "helper.tokens_per_hour",
            ValueTypes.TOKENS,
            5_000_000L,
            "the most tokens that all helper questions of an hour may use");

    public static final Key<Integer> HELPER_SHARE = KEYS.key(
            "helper.share_percent",
            ValueTypes.from(0, 100),
            1,
            "in mode auto, the percentage of the savings that helper questions may cost");

    static final List<Key<?>> ALL = KEYS.all();

    private HelperKeys() {}
}
