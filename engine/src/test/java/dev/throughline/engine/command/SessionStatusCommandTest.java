package dev.throughline.engine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.send.SendPolicy;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SessionStatusCommandTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final SessionKey KEY = new SessionKey("agent:main:main");

    private final MemoryStore store = new MemoryStore();
    private final SessionStatusCommand command = new SessionStatusCommand(new SessionStatusCommand.StatusSources(
            store,
            new RecallCache(store, Dialects::of),
            new ModelWindows(Map.of("m", 1_000L)),
            LearnedWindows.inMemory(),
            new PriceTable(Map.of()),
            PolicyRules.always("trim", _ -> List.of()),
            new SendPolicy(List.of(), store.notes()),
            _ -> Optional.of("move-parser")));

    private SessionCard open(int id) {
        return store.open(
                Tenant.LOCAL,
                KEY,
                () -> new Store.Opening(new SessionId(new UUID(0, id)), Optional.empty(), "test", NOON));
    }

    private String status(SessionCard card) {
        Turn turn = new Turn(
                new TurnId(new UUID(0, 9)),
                NOON,
                Purpose.CONVERSATION,
                "test",
                Optional.empty(),
                ChatDialect.WIRE,
                ChatDialect.WIRE.decode(Bytes.of("{\"model\":\"m\",\"messages\":[]}")),
                "");
        return command.answer(new CommandAction.CommandRequest(card, turn, ""));
    }

    @Test
    void a_session_is_described_in_a_few_lines() {
        assertEquals("""
            Session: move-parser
            Key: agent:main:main
            Id: 00000000-0000-0000-0000-000000000001
            Model: m
            Prompt: about 0 of 1,000 tokens (0%)
            Turns: 0, compactions: 0
            Cost: prompts of 0 tokens (0 of them from the cache) and 0 tokens of output; the prompts cost as much \
            as 0 uncached tokens
            Policy: trim
            Sending of answers: on (no rule applies)
            Last reset: never\
            """, status(open(1)));
    }

    @Test
    void the_last_reset_is_the_end_of_the_session_before() {
        SessionCard before = open(1);
        SessionCard now = store.replace(
                Tenant.LOCAL,
                KEY,
                before.ref().id(),
                new Store.Opening(new SessionId(new UUID(0, 2)), Optional.empty(), "test", NOON.plusSeconds(60)));
        assertEquals(
                "Last reset: 2026-04-05 12:01 UTC", status(now).lines().toList().getLast());
    }
}
