package dev.throughline.memory.project;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The participants of a session, derived from its key. Only keys of this grammar are interpreted; every other key is a
 * name that a client chose.
 *
 * <pre>
 *   agent:AGENT:MAIN                          the owner
 *   agent:AGENT:dm:PEER                       one person
 *   agent:AGENT:CHANNEL:dm:PEER               one person
 *   agent:AGENT:CHANNEL:ACCOUNT:dm:PEER       one person
 *   agent:AGENT:CHANNEL:group:ID[:topic:ID]   many people
 *   agent:AGENT:subagent:ID                   an agent that another one started
 * </pre>
 *
 * <p>A longer key that begins with {@code agent:} and has none of these forms was derived from an unknown kind of chat.
 * It is treated as a group, which is shown nothing.
 */
enum SessionOrigin {
    /** A client's own name for a session, or the owner's main session. */
    OWNER,
    PEER,
    GROUP,
    SUBAGENT;

    private static final int AGENT_PARTS = 3;

    /** Kinds of chats with many people. */
    private static final Set<String> GROUP_KINDS =
            Set.of("group", "supergroup", "channel", "room", "guild", "topic", "thread");

    static SessionOrigin of(String key) {
        List<String> parts = List.of(key.toLowerCase(Locale.ROOT).split(":", -1));
        boolean isDerived = parts.size() >= AGENT_PARTS && parts.getFirst().equals("agent") && !hasBlank(parts);
        if (!isDerived || parts.size() == AGENT_PARTS) {
            return OWNER;
        }
        if (parts.get(2).equals("subagent")) {
            return SUBAGENT;
        }
        // The last part is the name of a peer or group, and not a kind.
        List<String> kinds = parts.subList(2, Math.min(5, parts.size() - 1));
        int dm = kinds.indexOf("dm");
        boolean isInGroup = dm >= 0 && kinds.subList(0, dm).stream().anyMatch(GROUP_KINDS::contains);
        return dm >= 0 && !isInGroup ? PEER : GROUP;
    }

    private static boolean hasBlank(List<String> parts) {
        return parts.stream().anyMatch(String::isBlank);
    }
}
