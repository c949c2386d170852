package dev.throughline.memory.project;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.session.ChatKey;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.KeyScope;
import dev.throughline.engine.session.PeerName;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who takes part in a session. It follows from the origin that a chat gateway named and from a key that was derived
 * from one; if they contradict each other, several people take part. A word inside any other key has no meaning.
 *
 * <p>A key that begins like a derived key for a chat, and is none, belongs to an unknown kind of chat. It is treated as
 * a chat of several people, which is shown nothing.
 *
 * @param agent the agent that they talk to
 * @param person the person, as the key of a direct chat; empty unless the kind is PERSON
 * @param isNamed whether it is known from an origin, and not assumed because the client says nothing about it
 */
public record SessionAudience(AudienceKind kind, String agent, String person, boolean isNamed) {
    /** The kinds of participants. */
    public enum AudienceKind {
        /** The owner of the gateway, or a program that works for the owner. */
        OWNER,
        /** One other person. */
        PERSON,
        /** Several people, or somebody unknown. */
        SEVERAL,
        /** An agent that another one started. */
        SUBAGENT
    }

    private static final int PARTS_OF_MAIN = 3;

    /**
     * The audience of a session with this key, whose messages have these origins. It includes everybody who ever took
     * part: if that is not one person, it is several, also if only one of them speaks now.
     */
    static SessionAudience of(SessionKey key, List<ChatOrigin> origins, ChatKeys keys) {
        if (origins.size() <= 1) {
            return of(key, origins.stream().findFirst(), keys);
        }
        List<SessionAudience> all = origins.stream()
                .map(origin -> of(key, Optional.of(origin), keys))
                .distinct()
                .toList();
        // With the scope MAIN, everybody who writes to an agent in a direct chat is the owner.
        boolean isComplete = origins.size() <= SessionCard.MAX_EARLIER_ORIGINS || keys.scope() == KeyScope.MAIN;
        if (all.size() == 1 && isComplete) {
            return all.getFirst();
        }
        boolean hasOneAgent =
                all.stream().map(SessionAudience::agent).distinct().count() == 1;
        return new SessionAudience(
                AudienceKind.SEVERAL, hasOneAgent ? all.getFirst().agent() : "", "", /* isNamed= */ true);
    }

    private static SessionAudience of(SessionKey key, Optional<ChatOrigin> origin, ChatKeys keys) {
        // Only the keys of agents are derived keys if a client merely sends them.
        Optional<ChatKey> byKey =
                ChatKey.parse(key.text()).filter(_ -> key.text().startsWith("agent:"));
        Optional<ChatOrigin> other = origin.filter(
                named -> byKey.map(ChatKey::origin).filter(named::equals).isEmpty());
        if (byKey.isEmpty()) {
            return other.map(named -> byOrigin(named, keys)).orElseGet(() -> unnamed(key.text()));
        }
        SessionAudience derived = of(byKey.get(), keys);
        return other.map(named -> isSame(byKey.get(), named, keys) ? derived : derived.as(AudienceKind.SEVERAL))
                .orElse(derived);
    }

    private static SessionAudience unnamed(String key) {
        String[] parts = key.split(":", -1);
        boolean isUnknownChat = parts[0].toLowerCase(Locale.ROOT).equals("agent") && parts.length > PARTS_OF_MAIN;
        return new SessionAudience(
                isUnknownChat ? AudienceKind.SEVERAL : AudienceKind.OWNER,
                ChatOrigin.DEFAULT_AGENT,
                "",
                /* isNamed= */ false);
    }

    private static SessionAudience byOrigin(ChatOrigin origin, ChatKeys keys) {
        try {
            return of(keys.of(origin), keys);
        } catch (ProxyException e) {
            // It was complete for the key that the session has; for the configured scope it is not.
            return new SessionAudience(AudienceKind.SEVERAL, origin.agent(), "", /* isNamed= */ true);
        }
    }

    private static SessionAudience of(ChatKey key, ChatKeys keys) {
        SessionAudience owner = new SessionAudience(AudienceKind.OWNER, key.agentName(), "", /* isNamed= */ true);
        return switch (key) {
            case ChatKey.MainChat _ -> owner;
            case ChatKey.Direct direct -> {
                PeerName person = direct.peer().isLinked()
                        ? direct.peer()
                        : keys.links().person(direct.channel(), direct.peer().text());
                // A linked person is the same in all channels.
                ChatKey known = person.isLinked()
                        ? new ChatKey.Direct(direct.agent(), Optional.empty(), Optional.empty(), person)
                        : direct;
                yield keys.links().isOwner(person)
                        ? owner
                        : new SessionAudience(
                                AudienceKind.PERSON, direct.agent(), known.key().text(), /* isNamed= */ true);
            }
            case ChatKey.Group _ -> owner.as(AudienceKind.SEVERAL);
            case ChatKey.Job job ->
                switch (job.type()) {
                    case CRON, NODE -> owner;
                    case SUBAGENT -> owner.as(AudienceKind.SUBAGENT);
                    // Anybody may write what a webhook sends.
                    case HOOK, DM, GROUP, THREAD -> owner.as(AudienceKind.SEVERAL);
                };
        };
    }

    private SessionAudience as(AudienceKind other) {
        return new SessionAudience(other, agent, "", isNamed);
    }

    /** Whether an origin belongs to the participants that a key names. */
    private static boolean isSame(ChatKey key, ChatOrigin origin, ChatKeys keys) {
        if (!origin.agent().equals(key.agentName())) {
            return false;
        }
        return switch (key) {
            case ChatKey.MainChat _ ->
                switch (origin.type()) {
                    case DM, CRON, NODE -> byOrigin(origin, keys).kind() == AudienceKind.OWNER;
                    case GROUP, THREAD, HOOK, SUBAGENT -> false;
                };
            case ChatKey.Direct direct ->
                origin.type() == ChatType.DM
                        && (direct.peer().isLinked()
                                ? keys.links().person(origin).equals(Optional.of(direct.peer()))
                                : hasPeerOf(direct, origin));
            case ChatKey.Group _ -> true; // Several people in any case.
            case ChatKey.Job job -> origin.type() == job.type();
        };
    }

    /** Whether an origin names the peer of a key; the same id in another channel is another person. */
    private static boolean hasPeerOf(ChatKey.Direct direct, ChatOrigin origin) {
        return origin.field(OriginField.PEER).equals(Optional.of(direct.peer().text()))
                && (direct.channel().isEmpty() || direct.channel().equals(origin.field(OriginField.CHANNEL)))
                && (direct.account().isEmpty() || direct.account().equals(origin.field(OriginField.ACCOUNT)));
    }
}
