package dev.throughline.server.config;

import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.IdentityLinks;
import dev.throughline.engine.session.KeyScope;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keys of sessions: which messages share a session. Part of {@link Keys#ALL}. */
public final class SessionKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<KeyScope> SCOPE = KEYS.key(
            "sessions.scope",
            new ValueType<>(
                    "one of " + Stream.of(KeyScope.values()).map(KeyScope::word).collect(Collectors.joining(", ")),
                    (text, _) -> scope(text.strip()),
                    KeyScope::word),
            KeyScope.MAIN,
            "which direct chats share a session: main, per-peer, per-channel-peer or per-account-channel-peer");
    public static final Key<String> MAIN_KEY =
            KEYS.unlisted("sessions.main_key", ValueType.of("a text", SessionKeys::text), ChatKeys.DEFAULT_MAIN_KEY);
    public static final Key<Map<String, List<String>>> IDENTITY_LINKS = KEYS.key(
            "sessions.identity_links",
            new ValueType<>(
                    "people with their ids like 'ada=+15550100 discord:123, bob=telegram:5'",
                    (text, _) -> links(text),
                    links -> ValueType.shownPairs(links, ", ", ids -> String.join(" ", ids))),
            Map.of(),
            "the ids of people who have several, such as 'ada=+15550100 discord:123'");
    public static final Key<List<String>> OWNER = KEYS.key(
            "sessions.owner",
            ValueType.TEXTS,
            List.of(),
            "the ids, or linked people, that are the owner of the gateway");

    public static final Key<Integer> KEEP_DAYS = KEYS.key(
            "sessions.keep_days",
            ValueType.COUNT,
            0,
            "delete sessions that did not change for so many days; 0 keeps all");
    public static final Key<Integer> KEEP_COUNT = KEYS.key(
            "sessions.keep_count",
            ValueType.COUNT,
            0,
            "delete all but so many of the most recently changed sessions; 0 keeps all");

    static final List<Key<?>> ALL = KEYS.all();

    private SessionKeys() {}

    private static KeyScope scope(String text) {
        return Stream.of(KeyScope.values())
                .filter(scope -> scope.word().equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    private static String text(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException();
        }
        return text;
    }

    private static Map<String, List<String>> links(String text) {
        return ValueType.pairs(text, SessionKeys::ids, new LinkedHashMap<>());
    }

    private static List<String> ids(String text) {
        return Arrays.stream(text(text).split("\\s+")).toList();
    }

    /** How keys are derived from origins. */
    public static ChatKeys chatKeys(Config config) {
        return new ChatKeys(
                config.value(SCOPE),
                config.value(MAIN_KEY),
                IdentityLinks.of(config.value(IDENTITY_LINKS), config.value(OWNER)));
    }
}
