package dev.throughline.engine.session;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.ProxyException;
import java.util.Locale;
import java.util.Optional;

/**
 * Derives the session key of an origin.
 *
 * @param scope which direct chats share a session
 * @param mainKey the last part of the key of direct chats that share one session
 */
public record ChatKeys(KeyScope scope, String mainKey, IdentityLinks links) {
    public static final String DEFAULT_MAIN_KEY = "main";

    /** The error code for an origin from which no key can be derived. */
    public static final String BAD_KEY = "bad_session_key";

    public static final ChatKeys DEFAULT = new ChatKeys(KeyScope.MAIN, DEFAULT_MAIN_KEY, IdentityLinks.NONE);

    public ChatKeys {
        if (mainKey.isBlank()) {
            throw new IllegalArgumentException("The main key must not be blank.");
        }
    }

    /**
     * The key of an origin.
     *
     * @throws ProxyException of kind {@code CALLER} if a part of the key is missing
     */
    public ChatKey of(ChatOrigin origin) {
        return switch (origin.type()) {
            case DM -> direct(origin);
            case GROUP ->
                new ChatKey.Group(
                        origin.agent(),
                        required(origin, OriginField.CHANNEL),
                        required(origin, OriginField.GROUP),
                        origin.field(OriginField.THREAD));
            case THREAD ->
                new ChatKey.Group(
                        origin.agent(),
                        required(origin, OriginField.CHANNEL),
                        required(origin, OriginField.GROUP),
                        Optional.of(required(origin, OriginField.THREAD)));
            case CRON -> new ChatKey.Job(ChatType.CRON, origin.agent(), required(origin, OriginField.JOB));
            case HOOK -> new ChatKey.Job(ChatType.HOOK, origin.agent(), required(origin, OriginField.HOOK));
            case SUBAGENT -> new ChatKey.Job(ChatType.SUBAGENT, origin.agent(), required(origin, OriginField.SUBAGENT));
            case NODE -> new ChatKey.Job(ChatType.NODE, origin.agent(), required(origin, OriginField.NODE));
        };
    }

    private ChatKey direct(ChatOrigin origin) {
        if (scope == KeyScope.MAIN) {
            return new ChatKey.MainChat(origin.agent(), mainKey);
        }
        boolean hasChannel = scope != KeyScope.PER_PEER;
        boolean hasAccount = scope == KeyScope.PER_ACCOUNT_CHANNEL_PEER;
        return new ChatKey.Direct(
                origin.agent(),
                hasChannel ? Optional.of(required(origin, OriginField.CHANNEL)) : Optional.empty(),
                hasAccount ? Optional.of(required(origin, OriginField.ACCOUNT)) : Optional.empty(),
                links.person(origin).orElseThrow(() -> missing(origin, OriginField.PEER)));
    }

    private String required(ChatOrigin origin, OriginField field) {
        return origin.field(field).orElseThrow(() -> missing(origin, field));
    }

    private ProxyException missing(ChatOrigin origin, OriginField field) {
        String reason = origin.type() == ChatType.DM
                ? "the setting sessions.scope is " + scope.word()
                : "the chat type is " + origin.type().word();
        return new ProxyException(
                ProxyException.Kind.CALLER,
                BAD_KEY,
                "The session key needs the " + field.word().toLowerCase(Locale.ROOT) + ", because " + reason
                        + ". Send the header " + OriginHeaders.shownName(field.header()) + ".");
    }
}
