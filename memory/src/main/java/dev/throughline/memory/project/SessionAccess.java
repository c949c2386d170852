package dev.throughline.memory.project;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.SessionIdentity;
import dev.throughline.memory.project.SessionAudience.AudienceKind;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Headers;
import dev.throughline.model.Tenant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides which sessions and whose memory a session may read. Every way of reading asks this class: memory in prompts,
 * tools, references between sessions, REST and MCP. Safe for use by many threads.
 *
 * <pre>
 *   reader                         sessions                            memory
 *   the owner                      all of the agent                    of the agent, or of the project
 *   another person                 those of the person with the agent  of the person
 *   several people; a sub-agent;   its own, with its sub-agents        none
 *   an unknown program
 * </pre>
 *
 * <p>No session reads one of another tenant.
 */
public final class SessionAccess {
    private final Store store;
    private final SessionProjects projects;
    private final SessionIdentifier identify;

    public SessionAccess(Store store, SessionProjects projects, ChatKeys chatKeys) {
        this.store = store;
        this.projects = projects;
        // The names of sessions contain no credentials, so no salt is needed.
        this.identify = new SessionIdentifier("", chatKeys);
    }

    /**
     * What a session may read.
     *
     * @param sessions selects the sessions
     * @param project the project whose memory it may read; empty if it may read none
     */
    public record ReadableParts(Predicate<SessionCard> sessions, Optional<Project> project) {
        /** Nothing. */
        public static final ReadableParts NONE = new ReadableParts(_ -> false, Optional.empty());
    }

    /** What a session may read. */
    public ReadableParts of(SessionCard reader) {
        SessionCard root = projects.root(reader);
        Predicate<SessionCard> own = card -> projects.root(card).ref().equals(root.ref());
        Predicate<SessionCard> others =
                projects.isSearchable(reader) ? sessions(reader.ref().tenant(), projects.audience(reader)) : _ -> false;
        return new ReadableParts(
                own.or(others), projects.hasMemory(reader) ? Optional.of(projects.of(reader)) : Optional.empty());
    }

    /**
     * What a request to REST or MCP may read, if its headers name a session or an origin; empty if they name none.
     *
     * @throws dev.throughline.model.ProxyException of kind {@code CALLER} if a header cannot be read
     */
    public Optional<ReadableParts> of(Tenant tenant, Headers headers) {
        return identify.named(headers).map(reader -> of(tenant, reader));
    }

    /** What the session that a request names may read, even if there is no such session yet. */
    public ReadableParts of(Tenant tenant, SessionIdentity reader) {
        return store.find(tenant, reader.key())
                .map(card -> of(named(card, reader.origin())))
                .orElseGet(() -> ofNew(tenant, reader));
    }

    /** The card of a session as it would be after a message with this origin. */
    private static SessionCard named(SessionCard card, Optional<ChatOrigin> origin) {
        return origin.map(named -> card.after(new Entry.OriginNamed(card.updated(), named)))
                .orElse(card);
    }

    private ReadableParts ofNew(Tenant tenant, SessionIdentity reader) {
        SessionAudience audience =
                projects.audience(reader.key(), reader.origin().stream().toList());
        boolean hasMemory =
                audience.isNamed() && (audience.kind() == AudienceKind.OWNER || audience.kind() == AudienceKind.PERSON);
        return hasMemory
                ? new ReadableParts(sessions(tenant, audience), Optional.of(projects.of(audience)))
                : ReadableParts.NONE;
    }

    private Predicate<SessionCard> sessions(Tenant tenant, SessionAudience audience) {
        return switch (audience.kind()) {
            case OWNER ->
                card -> card.ref().tenant().equals(tenant)
                        && projects.audience(card).agent().equals(audience.agent());
            case PERSON ->
                card -> card.ref().tenant().equals(tenant)
                        && projects.audience(card).equals(audience);
            case SEVERAL, SUBAGENT -> _ -> false;
        };
    }
}
