package dev.throughline.engine.send;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.SessionRef;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether answers are sent to the client. The setting of a session takes precedence over the rules; of the
 * rules, the first one that applies denies. Safe for use by many threads.
 */
public final class SendPolicy {
    private final List<SendRule> rules;
    private final StateNotes notes;

    public SendPolicy(List<SendRule> rules, StateNotes notes) {
        this.rules = List.copyOf(rules);
        this.notes = notes;
    }

    /** A policy and what decided it. */
    public record SendDecision(boolean isSent, String reason) {}

    /**
     * Whether answers in a session are sent.
     *
     * @param origin where the message comes from, if a chat gateway named that
     */
    public SendDecision of(SessionCard session, Optional<ChatOrigin> origin) {
        return override(session.ref())
                .map(isSent -> new SendDecision(isSent, "set for this session"))
                .orElseGet(() -> rules.stream()
                        .filter(rule -> rule.denies(session.key(), origin))
                        .findFirst()
                        .map(rule -> new SendDecision(/* isSent= */ false, "rule " + rule))
                        .orElse(new SendDecision(/* isSent= */ true, "no rule applies")));
    }

    private Optional<Boolean> override(SessionRef session) {
        return notes.read(session, NoteKind.SEND)
                .map(String::strip)
                .filter(text -> text.equals("on") || text.equals("off"))
                .map("on"::equals);
    }

    /** Sets whether the answers of a session are sent; empty to let the rules decide. */
    public void override(SessionRef session, Optional<Boolean> isSent) {
        notes.write(session, NoteKind.SEND, isSent.map(on -> on ? "on" : "off").orElse(""));
    }
}
