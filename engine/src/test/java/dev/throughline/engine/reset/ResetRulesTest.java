package dev.throughline.engine.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ResetRulesTest {
    private static final OptionalInt OFF = OptionalInt.empty();
    private final ResetRules rules = new ResetRules(
            new ResetPolicy(OptionalInt.of(4), OptionalInt.of(30)),
            Map.of(
                    ChatType.GROUP, new ResetOverride(Optional.empty(), Optional.of(OptionalInt.of(60))),
                    ChatType.THREAD, new ResetOverride(Optional.of(OFF), Optional.of(OFF))),
            Map.of(
                    "Discord", new ResetOverride(Optional.of(OFF), Optional.empty()),
                    "sms", new ResetOverride(Optional.of(OptionalInt.of(5)), Optional.of(OptionalInt.of(7)))),
            ZoneOffset.UTC);

    private static Optional<ChatOrigin> from(ChatType type, String channel) {
        return Optional.of(new ChatOrigin(type, Map.of(OriginField.CHANNEL, channel)));
    }

    private static ResetPolicy policy(OptionalInt hour, OptionalInt idle) {
        return new ResetPolicy(hour, idle);
    }

    @Test
    void overrides_are_merged_field_by_field() {
        assertEquals(policy(OptionalInt.of(4), OptionalInt.of(30)), rules.policy(Optional.empty()));
        assertEquals(policy(OptionalInt.of(4), OptionalInt.of(30)), rules.policy(from(ChatType.DM, "mail")));
        assertEquals(policy(OptionalInt.of(4), OptionalInt.of(60)), rules.policy(from(ChatType.GROUP, "mail")));
        assertEquals(policy(OFF, OptionalInt.of(60)), rules.policy(from(ChatType.GROUP, "discord")));
        assertEquals(policy(OFF, OptionalInt.of(30)), rules.policy(from(ChatType.DM, "DISCORD")));
        assertEquals(policy(OFF, OFF), rules.policy(from(ChatType.THREAD, "discord")));
        assertEquals(policy(OptionalInt.of(5), OptionalInt.of(7)), rules.policy(from(ChatType.THREAD, "sms")));
    }

    @Test
    void the_reason_follows_from_the_policy_of_the_origin() {
        Instant noon = Instant.parse("2026-04-05T12:00:00Z");
        SessionClocks clocks = new SessionClocks(noon, Optional.of(noon));
        Instant later = noon.plus(Duration.ofMinutes(40));
        assertEquals(Optional.of("no message for 30 minutes"), rules.reason(Optional.empty(), clocks, later));
        assertEquals(Optional.empty(), rules.reason(from(ChatType.GROUP, "mail"), clocks, later));
        assertEquals(
                Optional.empty(),
                ResetRules.never(ZoneOffset.UTC).reason(Optional.empty(), clocks, later.plus(Duration.ofDays(9))));
    }
}
