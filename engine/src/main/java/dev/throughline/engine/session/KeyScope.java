package dev.throughline.engine.session;

import java.util.Locale;

/** Which direct chats of an agent share a session. */
public enum KeyScope {
    /** All of them: the agent works for one person. */
    MAIN,
    /** Those of one person. */
    PER_PEER,
    /** Those of one person in one channel. */
    PER_CHANNEL_PEER,
    /** Those of one person with one account in one channel. */
    PER_ACCOUNT_CHANNEL_PEER;

    /** The name in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
