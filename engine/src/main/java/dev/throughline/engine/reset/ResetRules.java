package dev.throughline.engine.reset;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The reset policies of all sessions. A policy for a type of chat has precedence over the base, and one for a channel
 * over both, field by field.
 *
 * <pre>
 *   base              daily hour 4, never idle
 *   type group                      60 idle minutes
 *   channel discord   off
 *   a group in discord: 60 idle minutes only
 * </pre>
 *
 * @param zone the zone of the daily hour
 */
public record ResetRules(
        ResetPolicy base, Map<ChatType, ResetOverride> byType, Map<String, ResetOverride> byChannel, ZoneId zone) {
    public ResetRules {
        byType = Map.copyOf(byType);
        byChannel = byChannel.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(entry -> channel(entry.getKey()), Map.Entry::getValue));
    }

    /** No session ends by itself. */
    public static ResetRules never(ZoneId zone) {
        return new ResetRules(ResetPolicy.NEVER, Map.of(), Map.of(), zone);
    }

    /** Why a message that arrives now belongs to a new session; empty if it belongs to this one. */
    public Optional<String> reason(Optional<ChatOrigin> origin, SessionClocks clocks, Instant now) {
        return policy(origin).reason(clocks, now, zone);
    }

    /** The policy of sessions with an origin. */
    ResetPolicy policy(Optional<ChatOrigin> origin) {
        ResetOverride type = origin.map(ChatOrigin::type).map(byType::get).orElse(ResetOverride.NONE);
        ResetOverride channel = origin.flatMap(from -> from.field(OriginField.CHANNEL))
                .map(ResetRules::channel)
                .map(byChannel::get)
                .orElse(ResetOverride.NONE);
        return channel.over(type.over(base));
    }

    private static String channel(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }
}
