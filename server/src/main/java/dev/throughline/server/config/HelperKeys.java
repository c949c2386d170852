package dev.throughline.server.config;

import dev.throughline.model.Dialect;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The keys of the helper model and of its budget. Part of {@link Keys#ALL}. */
public final class HelperKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    /** The model that answers Throughline's own questions. */
    public enum HelperMode {
        /** No model. */
        OFF,
        /** The session's own provider if it is paid by key. The budget is a share of what editing has saved. */
        AUTO,
        /** The session's own provider, with the credentials of its newest request. */
        SESSION,
        /** A separate provider. */
        PROVIDER
    }

    public static final Key<HelperMode> HELPER_MODE = KEYS.key(
            "helper.mode",
            ValueType.oneOf(HelperMode.class),
            HelperMode.AUTO,
            "which model answers Throughline's own questions: auto, off, session or provider");
    public static final Key<Optional<String>> HELPER_MODEL =
            KEYS.optional("helper.model", ValueType.TEXT, "the helper model, instead of the model of the session");
    public static final Key<Optional<URI>> HELPER_URL =
            KEYS.optional("helper.url", ValueType.URL, "the URL of the helper model, in mode provider");
    public static final Key<Optional<String>> HELPER_KEY = KEYS.secret("helper.key");
    public static final Key<Dialect> HELPER_DIALECT = KEYS.key(
            "helper.dialect",
            ValueType.DIALECT,
            new Dialect("chat"),
            "the dialect of the helper model: responses, chat or messages");
    public static final Key<Integer> HELPER_TIMEOUT = KEYS.unlisted("helper.timeout_seconds", ValueType.SECONDS, 60);
    public static final Key<Long> HELPER_PER_SESSION =
            KEYS.unlisted("helper.tokens_per_session", ValueType.TOKENS, 2_000_000L);
    public static final Key<Long> HELPER_PER_HOUR =
            KEYS.unlisted("helper.tokens_per_hour", ValueType.TOKENS, 5_000_000L);
    public static final Key<Integer> HELPER_SHARE = KEYS.percent("helper.share_percent", 1);

    static final List<Key<?>> ALL = KEYS.all();

    private HelperKeys() {}
}
