package dev.throughline.server.wiring;

import dev.throughline.model.Hash;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Key;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.Setting;
import dev.throughline.server.config.WorkingSetKeys;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The command that started a gateway, and with which settings.
 *
 * @param startedBy {@code serve} or {@code run}
 * @param idle the time without use after which it exits; zero for never
 * @param settings returns the digests of its settings, see {@link #digests}; called when the home exists
 */
public record GatewayOrigin(String startedBy, Duration idle, Supplier<Map<String, String>> settings) {
    public static final String BY_SERVE = "serve";
    public static final String BY_RUN = "run";

    /** The keys that a run may set for its own requests. */
    public static final Set<Key<?>> PER_RUN = Set.of(WorkingSetKeys.POLICY, Keys.MEMORY);

    /** Keys that need no digest, because their values are public. */
    private static final Set<Key<?>> PUBLIC = Set.of(Keys.HOME, Keys.PORT);

    static final GatewayOrigin PLAIN = new GatewayOrigin(BY_SERVE, Duration.ZERO, Map::of);

    /**
     * The settings that differ from the defaults, each as a hash with the salt of the home. They show whether two
     * processes have the same configuration without revealing it.
     */
    public static Map<String, String> digests(Config config) {
        String salt = Salt.of(config.home());
        Map<String, String> digests = new TreeMap<>();
        digests.put("version", digest(salt, Version.text()));
        for (Setting<?> setting : config.all()) {
            boolean isCompared =
                    !setting.isDefault() && !PER_RUN.contains(setting.key()) && !PUBLIC.contains(setting.key());
            if (isCompared) {
                digests.put(setting.key().name(), digest(salt, setting.text()));
            }
        }
        return digests;
    }

    private static String digest(String salt, String text) {
        return Hash.of(salt + "\n" + text).text();
    }
}
