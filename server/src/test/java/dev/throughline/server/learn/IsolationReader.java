package dev.throughline.server.learn;

import dev.throughline.engine.session.KeyScope;

/** Who reads what ADA said in {@link IsolationTest}, and what each reader may get. */
enum IsolationReader {
    OWNER("channel", "signal", "account", "bot", "peer", "+1"),
    LINKED_OWNER("channel", "irc", "account", "bot", "peer", "boss"),
    ADA("channel", "discord", "account", "bot", "peer", "a1"),
    LINKED_ADA("channel", "telegram", "account", "bot", "peer", "a2"),
    BOB("channel", "discord", "account", "bot", "peer", "b1"),
    GROUP("channel", "discord", "group", "g1", "peer", "a1"),
    TOPIC("channel", "discord", "group", "g1", "thread", "t1", "peer", "a1"),
    HOOK("hook", "h1"),
    CRON("job", "nightly"),
    DEVICE("node", "phone"),
    SUBAGENT("subagent", "s1"),
    OTHER_AGENT("agent", "other", "channel", "discord", "account", "bot", "peer", "a1"),
    OTHER_OWNER("agent", "other", "channel", "signal", "account", "bot", "peer", "+1"),
    /** A program that names nothing. Without a model request it is the owner of the machine. */
    PROGRAM(),
    /** A key without a meaning. */
    OPAQUE_KEY("session", "support-1"),
    /** A key that the client wrote in the form of derived keys. */
    KEY_OF_ADA("session", "agent:main:dm:~ada"),
    KEY_OF_BOB("session", "agent:main:discord:dm:b1"),
    /** Bob in a session whose key is that of the owner. */
    CONTRADICTION("session", "agent:main:main", "channel", "discord", "account", "bot", "peer", "b1"),
    /** Ada in a session in which Bob has written before. */
    ADA_AFTER_BOB("session", "room-7", "channel", "discord", "account", "bot", "peer", "a1");

    /** What a path shows. */
    enum Shown {
        /** The memory of the reader, and what is found in it. */
        MEMORY,
        /** A session that the request names. */
        SESSION,
        /** The session of the reader. */
        OWN_SESSION,
        /** Another session that the request names; the path does not apply to the session of the reader. */
        OTHER_SESSION,
        /** Files of the owner outside of memory. */
        OWNERS_FILES,
        /** Nothing that anybody said. */
        NOTHING
    }

    /** Names and values, separated by blanks. */
    private final String headers;

    IsolationReader(String... fields) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            text.append(" x-throughline-").append(fields[i]).append(' ').append(fields[i + 1]);
        }
        headers = text.toString().strip();
    }

    String[] headers() {
        return headers.isEmpty() ? new String[0] : headers.split(" ", -1);
    }

    /** Whether the reader gets what ADA said, or another text of this kind. */
    boolean gets(KeyScope scope, Shown shown) {
        boolean isMain = scope == KeyScope.MAIN;
        boolean isOwner =
                switch (this) {
                    case OWNER, LINKED_OWNER, CRON, DEVICE -> true;
                    case ADA, LINKED_ADA, BOB, CONTRADICTION, ADA_AFTER_BOB -> isMain;
                    case GROUP, TOPIC, HOOK, SUBAGENT, OTHER_AGENT, OTHER_OWNER -> false;
                    case PROGRAM, OPAQUE_KEY, KEY_OF_ADA, KEY_OF_BOB -> false;
                };
        boolean isAda = !isMain && (this == ADA || this == LINKED_ADA || this == KEY_OF_ADA);
        return switch (shown) {
            case MEMORY -> isMain ? isOwner : isAda;
            case SESSION -> isOwner || isAda;
            case OWN_SESSION -> hasSessionOfAda(scope);
            case OTHER_SESSION -> (isOwner || isAda) && !hasSessionOfAda(scope);
            case OWNERS_FILES -> isOwner;
            case NOTHING -> false;
        };
    }

    /** Whether the reader writes in the session in which ADA spoke. */
    private boolean hasSessionOfAda(KeyScope scope) {
        return switch (scope) {
            case MAIN ->
                switch (this) {
                    case OWNER, LINKED_OWNER, ADA, LINKED_ADA, BOB, CONTRADICTION -> true;
                    case GROUP, TOPIC, HOOK, CRON, DEVICE, SUBAGENT, OTHER_AGENT, OTHER_OWNER -> false;
                    case PROGRAM, OPAQUE_KEY, KEY_OF_ADA, KEY_OF_BOB, ADA_AFTER_BOB -> false;
                };
            case PER_PEER -> this == ADA || this == LINKED_ADA || this == KEY_OF_ADA;
            case PER_CHANNEL_PEER, PER_ACCOUNT_CHANNEL_PEER -> this == ADA;
        };
    }
}
