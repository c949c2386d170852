package dev.throughline.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import dev.throughline.store.file.format.DamagedException;
import dev.throughline.store.file.format.EntryCodec;
import dev.throughline.store.file.format.JsonFields;
import dev.throughline.store.file.format.JsonLineWriter;
import dev.throughline.store.file.format.LineReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code sessions.json}: the cards of all sessions in one file, so that a start reads one file and not one per session.
 *
 * <pre>
 * {"format":1,"through":17,"sessions":[
 * {"sequence":7,"tenant":"local","id":"0198c5a0-…",…},
 * …
 * ]}
 * </pre>
 *
 * {@code through} is the number of the last journal record that is surely counted; a journal that was deleted beyond it
 * makes the file stale. It is derived: whatever it lacks is read from a session's {@code meta.json}, and where that is
 * damaged or behind, from the archive itself. Damaged files are moved aside.
 */
record CardIndex(Home home, Quarantine quarantine) {
    private static final int FORMAT = 1;
    private static final byte[] FIRST = {'\n'};
    private static final byte[] NEXT = {',', '\n'};
    private static final byte[] END = "\n]}\n".getBytes(UTF_8);
    private static final Pattern UUID_NAME = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Writes all cards one by one, and returns when the file would survive a power failure. */
    void write(List<CountedCard> cards, long through) throws IOException {
        byte[] head = new JsonLineWriter()
                .open()
                .field("format", FORMAT)
                .field("through", through)
                .name("sessions")
                .text("[")
                .toArray();
        PrivateFiles.replaceForced(home.index(), out -> {
            out.write(head);
            for (int i = 0; i < cards.size(); i++) {
                out.write(i == 0 ? FIRST : NEXT);
                out.write(cards.get(i).toBytes());
            }
            out.write(END);
        });
    }

    /**
     * Reads the cards that the index holds, and returns the sessions that have a directory but stand in no index. Those
     * were opened after it was written, so the journal knows them; {@link #fromSession} knows them otherwise.
     */
    List<SessionRef> load(SessionCards cards, long through) throws IOException {
        Map<SessionRef, CountedCard> indexed = read(through);
        List<SessionRef> others = new ArrayList<>();
        for (SessionRef ref : directories()) {
            @Nullable CountedCard known = indexed.get(ref);
            if (known == null) {
                others.add(ref);
            } else {
                cards.put(known);
            }
        }
        return others;
    }

    /** Reads the cards of sessions that neither the index nor the journal told of from their own files. */
    void complete(SessionCards cards, List<SessionRef> others) throws IOException {
        for (SessionRef ref : others) {
            if (cards.find(ref).isEmpty()) {
                fromSession(ref).ifPresent(cards::put);
            }
        }
    }

    /** The card of a session of which only entries are left. */
    static SessionCard recovered(SessionRef ref, Instant at) {
        return SessionCard.opened(ref, new SessionKey("recovered " + ref.id()), Optional.empty(), "unknown", at);
    }

    private Map<SessionRef, CountedCard> read(long through) throws IOException {
        Map<SessionRef, CountedCard> cards = new HashMap<>();
        if (!Files.exists(home.index())) {
            return cards;
        }
        try {
            if (!read(through, cards)) {
                quarantine.report(home.index(), "the index is older than the journal; it is built again");
                return Map.of();
            }
        } catch (DamagedException e) {
            cards.clear();
            quarantine.move(home.index(), "the index is damaged: " + e.getMessage());
        }
        return cards;
    }

    /** Reads line by line what {@link #write} wrote; says whether it is as new as the journal needs. */
    private boolean read(long through, Map<SessionRef, CountedCard> cards) throws IOException {
        try (LineReader lines = new LineReader(home.index(), 0, Files.size(home.index()))) {
            if (!lines.next()) {
                throw new DamagedException("its first line is missing");
            }
            String head = new String(lines.buffer(), lines.start(), lines.end() - lines.start(), UTF_8) + "]}";
            if (JsonFields.of(head.getBytes(UTF_8)).number("through") < through) {
                return false;
            }
            boolean isEnded = false;
            while (!isEnded && lines.next()) {
                int end = lines.end();
                isEnded = end > lines.start() && lines.buffer()[lines.start()] == ']';
                if (!isEnded && end > lines.start()) {
                    int comma = lines.buffer()[end - 1] == ',' ? 1 : 0;
                    CountedCard line = CountedCard.of(JsonFields.of(lines.buffer(), lines.start(), end - comma));
                    cards.put(line.card().ref(), line);
                }
            }
            if (!isEnded) {
                throw new DamagedException("its end is missing");
            }
            return true;
        }
    }

    private List<SessionRef> directories() throws IOException {
        List<SessionRef> refs = new ArrayList<>();
        addSessions(Tenant.LOCAL, refs);
        if (Files.isDirectory(home.tenants())) {
            try (DirectoryStream<Path> tenants = Files.newDirectoryStream(home.tenants())) {
                for (Path tenant : tenants) {
                    String name = tenant.getFileName().toString();
                    if (name.matches("[a-z0-9][a-z0-9_-]{0,63}") && !name.equals(Tenant.LOCAL.name())) {
                        addSessions(new Tenant(name), refs);
                    }
                }
            }
        }
        return refs;
    }

    private void addSessions(Tenant tenant, List<SessionRef> refs) throws IOException {
        Path directory = home.sessions(tenant);
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> sessions = Files.newDirectoryStream(directory)) {
            for (Path session : sessions) {
                String name = session.getFileName().toString();
                if (UUID_NAME.matcher(name).matches()) {
                    refs.add(new SessionRef(tenant, SessionId.of(name)));
                }
            }
        }
    }

    /** The card of a session from its own files, if they tell it. */
    Optional<CountedCard> fromSession(SessionRef ref) throws IOException {
        Optional<CountedCard> meta = readMeta(home, quarantine, ref);
        Optional<CountedCard> archive = fromArchive(ref);
        if (archive.isEmpty()) {
            return meta;
        }
        return meta.filter(line -> line.sequence() >= archive.get().sequence()).or(() -> archive);
    }

    /** A session's own copy of its card, if it is there and whole; if it is damaged it is moved aside. */
    static Optional<CountedCard> readMeta(Home home, Quarantine quarantine, SessionRef ref) throws IOException {
        Path file = home.meta(ref);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            CountedCard line = CountedCard.of(JsonFields.of(Files.readAllBytes(file)));
            if (!line.card().ref().equals(ref)) {
                throw new DamagedException("it is the card of " + line.card().ref());
            }
            return Optional.of(line);
        } catch (DamagedException e) {
            quarantine.move(file, "the card is damaged: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<CountedCard> fromArchive(SessionRef ref) throws IOException {
        Path file = home.archive(ref);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        @Nullable CountedCard line = null;
        try (LineReader lines = new LineReader(file, 0, Files.size(file))) {
            while (lines.next()) {
                line = after(ref, line, lines);
            }
        }
        return Optional.ofNullable(line);
    }

    private static @Nullable CountedCard after(SessionRef ref, @Nullable CountedCard card, LineReader lines) {
        byte[] buffer = lines.buffer();
        try {
            if (card == null && EntryCodec.sequence(buffer, lines.start(), lines.end()) == 0) {
                SessionCard opened = EntryCodec.session(buffer, lines.start(), lines.end());
                return opened.ref().equals(ref) ? new CountedCard(opened, 0) : null;
            }
            CountedCard known = card == null ? new CountedCard(recovered(ref, Instant.EPOCH), 0) : card;
            CountedCard after = known.after(buffer, lines.start(), lines.end());
            return after.sequence() == 0 ? card : after;
        } catch (DamagedException e) {
            // Whoever reads the archive reports the line; here it is only not counted.
            return card;
        }
    }
}
