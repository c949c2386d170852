package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.memory.Stage;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ListedSessionTest {
    private static String agent(String key, Optional<ChatOrigin> origin) {
        Store.Opening opening =
                new Store.Opening(Stage.SESSION.id(), Optional.empty(), "codex", Stage.NOON, origin, Optional.empty());
        return ListedSession.agent(SessionCard.opened(Tenant.LOCAL, new SessionKey(key), opening));
    }

    @Test
    void the_agent_is_in_the_origin_or_in_the_key() {
        ChatOrigin origin = new ChatOrigin(ChatType.DM, Map.of(OriginField.AGENT, "writer"));
        assertEquals("writer", agent("agent:other:main", Optional.of(origin)));
        assertEquals("other", agent("agent:other:main", Optional.empty()));
        assertEquals(ChatOrigin.DEFAULT_AGENT, agent("0198-client-id", Optional.empty()));
    }
}
