package dev.throughline.memory.project;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who takes part in a session, as its key says. Only keys of this grammar say anything; every other key is a name that
 * a client chose, and the words in it mean nothing here.
 *
 * <pre>
 *   agent:AGENT:MAIN                          the owner
 *   agent:AGENT:dm:PEER                       one person
 *   agent:AGENT:CHANNEL:dm:PEER               one person
 *   agent:AGENT:CHANNEL:ACCOUNT:dm:PEER       one person
 *   agent:AGENT:CHANNEL:group:ID[:topic:ID]   many people
 *   agent:AGENT:subagent:ID                   an agent that another one sent out
 * </pre>
 *
 * <p>A longer key that begins with {@code agent:} and is none of these was derived from a chat of a kind that is
 * unknown here. It counts as one with many people, who are shown nothing.
 */
enum SessionOrigin {
    /** A client's own name for a session, or the owner's main session. */
    OWNER,
    PEER,
    GROUP,
    SUBAGENT;

    private static final int AGENT_PARTS = 3;

    /** Kinds of chats with many people; an account of that name is taken for one. */
    private static final Set<String> MANY =
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
        // The peer stands behind the word, so it is none of the last part. What stands behind "group" is its name.
        List<String> kinds = parts.subList(2, Math.min(5, parts.size() - 1));
        int dm = kinds.indexOf("dm");
        boolean isOfMany = dm >= 0 && kinds.subList(0, dm).stream().anyMatch(MANY::contains);
        return dm >= 0 && !isOfMany ? PEER : GROUP;
    }

    private static boolean hasBlank(List<String> parts) {
        return parts.stream().anyMatch(String::isBlank);
    }
}
