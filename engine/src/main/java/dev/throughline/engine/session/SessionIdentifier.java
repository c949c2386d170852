package dev.throughline.engine.session;

import dev.throughline.engine.session.SessionIdentity.KeySource;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Hash;
import dev.throughline.model.Headers;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the session key of a request; the first rule that matches wins.
 *
 * <ol>
 *   <li>{@code X-Throughline-Session}, then {@code X-Session-Id}.
 *   <li>The origin of the message, if a chat gateway named it ({@link OriginHeaders}).
 *   <li>The client's own id. For Codex the header {@code thread-id}, else {@code session-id} (a child of
 *       {@code x-codex-parent-thread-id} or of a different {@code session-id}); for Claude Code
 *       {@code x-claude-code-session-id} (a child if there is an {@code x-claude-code-agent-id}); then the headers
 *       {@code session_id}, {@code conversation_id} and {@code x-session-affinity}; then the session in
 *       {@code metadata.user_id}.
 *   <li>{@code prompt_cache_key}, {@code metadata.session_id}, {@code session_id} or {@code conversation} in the body:
 *       several conversations of a program may have the same value, so a history that does not match gets a child
 *       session.
 *   <li>A salted hash of the credentials, the program, the leading system text and the first user message: two people
 *       who begin with the same message get two sessions.
 *   <li>A salted hash of the credentials and the program, if the body has no user message or cannot be read.
 * </ol>
 *
 * <p>Credentials are hashed only together with the salt of this installation.
 */
public final class SessionIdentifier {
    private static final Pattern OLD_USER_ID = Pattern.compile("_session_([0-9a-fA-F-]{36})");
    private static final Pattern USER_ID = Pattern.compile("\"session_id\"\\s*:\\s*\"([^\"]{1,256})\"");
    private static final Pattern WEB_TOKEN = Pattern.compile("\\beyJ[\\w-]{1,4096}\\.([\\w-]{1,8192})\\.[\\w-]*$");
    private static final Pattern OWNER = Pattern.compile("\"sub\"\\s*:\\s*\"([^\"]{1,256})\"");

    /** How many elements are searched for the first user message. */
    private static final int MAX_ELEMENTS = 64;

    private final String salt;
    private final ChatKeys chatKeys;

    public SessionIdentifier(String salt, ChatKeys chatKeys) {
        this.salt = salt;
        this.chatKeys = chatKeys;
    }

    /** Finds keys with the default scope. */
    public SessionIdentifier(String salt) {
        this(salt, ChatKeys.DEFAULT);
    }

    /** The identity of a request whose body could be read. */
    public SessionIdentity of(Headers headers, Wire wire, Request request) {
        return fromHeaders(headers)
                .or(() -> request.hints()
                        .userId()
                        .flatMap(SessionIdentifier::sessionOfUser)
                        .map(id ->
                                SessionIdentity.of(ClientSessionKeys.claude(id).text(), KeySource.CLIENT)))
                .or(() -> fromSharedKey(request))
                .or(() -> fromContent(headers, wire, request))
                .orElseGet(() -> fromCaller(headers));
    }

    /** The identity of a request whose body could not be read. */
    public SessionIdentity of(Headers headers) {
        return fromHeaders(headers).orElseGet(() -> fromCaller(headers));
    }

    private Optional<SessionIdentity> fromHeaders(Headers headers) {
        return named(headers)
                .or(() -> codex(headers))
                .or(() -> claude(headers))
                .or(() -> header(headers, "session_id")
                        .or(() -> header(headers, "conversation_id"))
                        .or(() -> header(headers, "x-session-affinity"))
                        .map(id ->
                                SessionIdentity.of(ClientSessionKeys.client(id).text(), KeySource.CLIENT)));
    }

    /**
     * The session that a request names by its key or by its origin; empty if it names none.
     *
     * @throws ProxyException of kind {@code CALLER} if the header cannot be a key, or no key can be derived
     */
    public Optional<SessionIdentity> named(Headers headers) {
        Optional<ChatOrigin> origin = OriginHeaders.read(headers);
        return throughlineHeader(headers)
                .or(() -> header(headers, "x-session-id").map(SessionIdentifier::shortened))
                .map(key -> chosen(key, origin))
                .or(() -> origin.map(named -> new SessionIdentity(
                        chatKeys.of(named).key(), Optional.empty(), KeySource.ORIGIN, Optional.of(named))));
    }

    /** A key that the client chose. One of the form of derived keys means the same as headers that name its origin. */
    private static SessionIdentity chosen(String key, Optional<ChatOrigin> origin) {
        Optional<ChatKey> derived = key.startsWith("agent:") ? ChatKey.parse(key) : Optional.empty();
        return new SessionIdentity(
                derived.map(ChatKey::key).orElseGet(() -> new SessionKey(key)),
                Optional.empty(),
                derived.isPresent() ? KeySource.ORIGIN : KeySource.HEADER,
                origin.or(() -> derived.map(ChatKey::origin)));
    }

    private static Optional<String> throughlineHeader(Headers headers) {
        return header(headers, "x-throughline-session").map(key -> {
            int length = key.codePointCount(0, key.length());
            if (length > SessionKey.MAX_LENGTH) {
                throw new ProxyException(
                        ProxyException.Kind.CALLER,
                        ChatKeys.BAD_KEY,
                        "X-Throughline-Session must have 1 to " + SessionKey.MAX_LENGTH + " characters; it has "
                                + length + ". Send a shorter key.");
            }
            return key;
        });
    }

    private static Optional<SessionIdentity> codex(Headers headers) {
        Optional<String> session = header(headers, "session-id");
        return header(headers, "thread-id").or(() -> session).map(thread -> {
            SessionKey key = ClientSessionKeys.codex(thread);
            Optional<SessionKey> parent = header(headers, "x-codex-parent-thread-id")
                    .or(() -> session)
                    .filter(id -> !id.equals(thread))
                    .map(ClientSessionKeys::codex);
            return new SessionIdentity(key, parent, KeySource.CLIENT);
        });
    }

    private static Optional<SessionIdentity> claude(Headers headers) {
        return header(headers, "x-claude-code-session-id").map(id -> {
            SessionIdentity session =
                    SessionIdentity.of(ClientSessionKeys.claude(id).text(), KeySource.CLIENT);
            return header(headers, "x-claude-code-agent-id")
                    .map(agent ->
                            new SessionIdentity(session.child(agent), Optional.of(session.key()), KeySource.CLIENT))
                    .orElse(session);
        });
    }

    static Optional<String> sessionOfUser(String userId) {
        Matcher json = USER_ID.matcher(userId);
        if (json.find()) {
            return Optional.of(json.group(1));
        }
        Matcher old = OLD_USER_ID.matcher(userId);
        return old.find() ? Optional.of(old.group(1)) : Optional.empty();
    }

    private static Optional<SessionIdentity> fromSharedKey(Request request) {
        return request.hints()
                .promptCacheKey()
                .or(() -> request.hints().sessionId())
                .or(() -> request.hints().conversation())
                .filter(key -> !key.isBlank())
                .map(key -> SessionIdentity.of(shortened("shared:" + key), KeySource.SHARED));
    }

    private Optional<SessionIdentity> fromContent(Headers headers, Wire wire, Request request) {
        StringBuilder systemText = new StringBuilder(leadingSystem(wire, request));
        for (Span element : request.history()
                .subList(0, Math.min(MAX_ELEMENTS, request.history().size()))) {
            Optional<String> user = firstUser(wire, request.body(), element, systemText);
            if (user.isPresent()) {
                String beginning = Hash.of(systemText.toString()).text() + '\n' + user.get();
                String key = Hash.of(callerHash(headers) + '\n' + beginning).text();
                return Optional.of(SessionIdentity.of("text:" + key, KeySource.CONTENT));
            }
        }
        return Optional.empty();
    }

    /** The first system block that is not a billing line. Later blocks may contain the date. */
    private static String leadingSystem(Wire wire, Request request) {
        for (Span block : request.system()) {
            if (!request.raw(block).utf8().contains("x-anthropic-billing-header")) {
                return wire.itemise(request.body(), block).getFirst().id().text();
            }
        }
        return "";
    }

    private static Optional<String> firstUser(Wire wire, Bytes body, Span element, StringBuilder systemText) {
        StringBuilder user = new StringBuilder();
        for (Item item : wire.itemise(body, element)) {
            if (item.kind() == ItemKind.SYSTEM) {
                systemText.append(item.id().text());
            } else if (item.kind() == ItemKind.USER) {
                user.append(item.id().text());
            }
        }
        return user.isEmpty() ? Optional.empty() : Optional.of(user.toString());
    }

    private SessionIdentity fromCaller(Headers headers) {
        return SessionIdentity.of("caller:" + callerHash(headers), KeySource.CALLER);
    }

    /** The salted hash of the credentials and the program. */
    public String callerHash(Headers headers) {
        String credentials = Headers.CREDENTIALS.stream()
                .map(name ->
                        headers.first(name).map(SessionIdentifier::stableOwner).orElse(""))
                .collect(Collectors.joining());
        String agent = headers.first("user-agent").orElse("");
        return Hash.of(salt + '\n' + credentials + '\n' + agent).text();
    }

    /**
     * The owner in a JSON web token, or the credential if it is no such token. Logins renew their token during a
     * conversation, so the token itself is not stable.
     */
    private static String stableOwner(String credential) {
        Matcher token = WEB_TOKEN.matcher(credential);
        if (!token.find()) {
            return credential;
        }
        try {
            String claims = new String(Base64.getUrlDecoder().decode(token.group(1)), StandardCharsets.UTF_8);
            Matcher owner = OWNER.matcher(claims);
            return owner.find() ? "owner:" + owner.group(1) : credential;
        } catch (IllegalArgumentException notBase64) {
            return credential;
        }
    }

    private static Optional<String> header(Headers headers, String name) {
        return headers.first(name)
                .filter(value -> !value.isBlank())
                .map(value -> HeaderText.utf8(value).orElse(value));
    }

    /** The key, or its hash if the key is too long. */
    static String shortened(String key) {
        return key.codePointCount(0, key.length()) <= SessionKey.MAX_LENGTH
                ? key
                : "long:" + Hash.of(key).text();
    }
}
