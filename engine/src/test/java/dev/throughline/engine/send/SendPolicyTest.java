package dev.throughline.engine.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.MemoryNotes;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.send.SendPolicy.SendDecision;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SendPolicyTest {
    private static final SessionCard CARD = SessionCard.opened(
            new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1))),
            new SessionKey("agent:main:discord:group:5"),
            Optional.empty(),
            "test",
            Instant.EPOCH);
    private static final Optional<ChatOrigin> GROUP = Optional.of(new ChatOrigin(ChatType.GROUP, Map.of()));

    private final MemoryNotes notes = new MemoryNotes();

    private SendPolicy policy(String... rules) {
        return new SendPolicy(List.of(rules).stream().map(SendRule::parse).toList(), notes);
    }

    @Test
    void without_a_rule_that_applies_answers_are_sent() {
        assertEquals(
                new SendDecision(true, "no rule applies"), policy("type=dm").of(CARD, GROUP));
    }

    @Test
    void the_first_rule_that_applies_denies() {
        assertEquals(
                new SendDecision(false, "rule key=agent:"),
                policy("type=dm", "key=agent:", "type=group").of(CARD, GROUP));
    }

    @Test
    void the_setting_of_the_session_takes_precedence_over_the_rules() {
        SendPolicy policy = policy("type=group");
        policy.override(CARD.ref(), Optional.of(true));
        assertEquals(new SendDecision(true, "set for this session"), policy.of(CARD, GROUP));
        policy.override(CARD.ref(), Optional.of(false));
        assertEquals(new SendDecision(false, "set for this session"), policy().of(CARD, GROUP));
        policy.override(CARD.ref(), Optional.empty());
        assertEquals(new SendDecision(false, "rule type=group"), policy.of(CARD, GROUP));
    }

    @Test
    void a_setting_that_is_no_setting_is_ignored() {
        notes.write(CARD.ref(), NoteKind.SEND, "perhaps");
        assertEquals(true, policy().of(CARD, GROUP).isSent());
    }
}
