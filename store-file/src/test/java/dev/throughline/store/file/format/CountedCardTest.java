package dev.throughline.store.file.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class CountedCardTest {
    private static final SessionId ID = new SessionId(new UUID(1, 2));

    @Test
    void a_card_is_read_as_it_was_written() {
        for (Optional<SessionId> parent : List.of(Optional.of(ID), Optional.<SessionId>empty())) {
            CountedCard line = new CountedCard(
                    new SessionCard(
                            new SessionRef(new Tenant("other"), ID),
                            new SessionKey("a\n\"🙂\ud83d"),
                            parent,
                            "codex",
                            Instant.parse("2026-03-01T09:00:00Z"),
                            Instant.parse("2026-03-01T09:00:00.000000001Z"),
                            "gpt",
                            1,
                            2,
                            3,
                            new Usage(1, 2, 3, 4),
                            Optional.of(new ChatOrigin(
                                    ChatType.DM, Map.of(OriginField.AGENT, "main", OriginField.PEER, "+1 \"555\""))),
                            List.of(ChatOrigin.UNKNOWN, new ChatOrigin(ChatType.DM, Map.of(OriginField.PEER, "+2"))),
                            Optional.of(ID),
                            Optional.of(Instant.parse("2026-03-01T09:00:05Z")),
                            2),
                    7);
            assertEquals(line, CountedCard.of(JsonFields.of(line.toBytes())));
        }
    }

    @Test
    void a_card_with_an_invalid_field_is_damaged() {
        String good = new String(
                new CountedCard(
                                SessionCard.opened(
                                        new SessionRef(Tenant.LOCAL, ID),
                                        new SessionKey("key"),
                                        Optional.empty(),
                                        "x",
                                        Instant.EPOCH),
                                0)
                        .toBytes(),
                StandardCharsets.UTF_8);
        for (String bad : new String[] {
            good.replace("local", "../.."),
            good.replace(ID.toString(), "x"),
            good.replace("1970", "x"),
            good.replace("\"key\":\"key\"", "\"key\":\"\"")
        }) {
            byte[] bytes = bad.getBytes(StandardCharsets.UTF_8);
            assertThrows(DamagedException.class, () -> CountedCard.of(JsonFields.of(bytes)), bad);
        }
    }
}
