package dev.throughline.importer;

import dev.throughline.importer.format.TranscriptSession;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionKey;
import dev.throughline.wire.json.RawObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The keys of the sessions of an agent of OpenClaw. Its folder {@code agents/AGENT/sessions} contains the sessions and
 * {@code sessions.json}, which maps the key of each current session, such as {@code agent:main:main} or
 * {@code agent:main:telegram:group:42}, to {@code {"sessionId":…}}. From the key follows who took part in a session.
 *
 * <p>A session that is not in the list was reset or deleted, so it is not known who took part in it. It gets the key
 * {@code agent:AGENT:openclaw:group:ID}, that of a group, so that its content is not shown to anybody else. Each
 * session has that key as its own, because the list can name another session later.
 */
final class OpenClawSessions {
    static final String CLIENT = "openclaw";

    private static final int MAX_LIST_BYTES = 64 << 20;

    /** The names in {@code agents/AGENT/sessions/FILE}. */
    private static final int PLACES = 4;

    private OpenClawSessions() {}

    /**
     * The names of the sessions in a file's folder; empty if the file does not belong to OpenClaw.
     *
     * @throws IOException if {@code sessions.json} cannot be read: without it, the keys would be wrong
     */
    static Optional<Function<String, TranscriptSession>> namesFor(Path file) throws IOException {
        Path whole = file.toAbsolutePath().normalize();
        int names = whole.getNameCount();
        boolean isOpenClaw = names > PLACES
                && whole.getName(names - 2).endsWith("sessions")
                && whole.getName(names - PLACES).endsWith("agents");
        if (!isOpenClaw) {
            return Optional.empty();
        }
        Map<String, SessionKey> keys = keys(whole.resolveSibling("sessions.json"));
        String name = whole.getName(names - 3).toString().toLowerCase(Locale.ROOT);
        return Optional.of(id -> {
            SessionKey own = key("agent:" + name + ":openclaw:group:" + id);
            return TranscriptSession.of(Optional.ofNullable(keys.get(id)).orElse(own), own, CLIENT);
        });
    }

    private static SessionKey key(String text) {
        return text.codePointCount(0, text.length()) <= SessionKey.MAX_LENGTH
                ? new SessionKey(text)
                : new SessionKey("long:" + Hash.of(text).text());
    }

    /** The key of each session, by its id. */
    private static Map<String, SessionKey> keys(Path list) throws IOException {
        if (!Files.exists(list)) {
            return Map.of();
        }
        if (Files.size(list) > MAX_LIST_BYTES) {
            throw new IOException(list + " is larger than " + (MAX_LIST_BYTES >> 20) + " MiB");
        }
        RawObject all = RawObject.of(Bytes.of(Files.readAllBytes(list)))
                .orElseThrow(() -> new IOException(list + " is not complete; import the session again when it is"));
        Map<String, SessionKey> keys = new HashMap<>();
        for (RawObject.Member member : all.members()) {
            if (!member.name().isBlank()) {
                member.object()
                        .flatMap(session -> session.text("sessionId"))
                        .ifPresent(id -> keys.put(id, key(member.name())));
            }
        }
        return keys;
    }
}
