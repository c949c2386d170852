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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
 * All records of the journal up to the number {@code through} are counted. If the journal was deleted beyond that
 * number, the file is stale and is not used. A card that is not in the file is read from the session's {@code
 * meta.json}; if that is damaged or older than the archive, the card is counted from the archive. Damaged files are
 * moved to the quarantine.
 */
record CardIndex(Home home) {
    private static final int FORMAT = 1;
    private static final byte[] FIRST = {'\n'};
    private static final byte[] NEXT = {',', '\n'};
    private static final byte[] END = "\n]}\n".getBytes(UTF_8);
    private static final Pattern TENANT_NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
    private static final Pattern UUID_NAME = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Writes all cards; the file survives a power failure once this returns. */
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
     * Reads the cards in the index, and returns the sessions that have a directory but are not in the index. Those were
     * opened after it was written, so the journal or their own files contain their cards.
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

    /** Reads the cards of sessions that are neither in the index nor in the journal from their own files. */
    void complete(SessionCards cards, List<SessionRef> others) throws IOException {
        for (SessionRef ref : others) {
            if (cards.find(ref).isEmpty()) {
                fromSession(ref).ifPresent(cards::put);
            }
        }
    }

    /** The card of a session of which only entries remain. */
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
                home.quarantine().report(home.index(), "the index is older than the journal; it is rebuilt");
                return Map.of();
            }
        } catch (DamagedException e) {
            cards.clear();
            home.quarantine().move(home.index(), "the index is damaged: " + e.getMessage());
        }
        return cards;
    }

    /** Reads the lines that {@link #write} wrote; returns false if the file is stale. */
    private boolean read(long through, Map<SessionRef, CountedCard> cards) throws IOException {
        try (LineReader lines = new LineReader(home.index(), 0, Files.size(home.index()))) {
            if (!lines.next()) {
                throw new DamagedException("its first line is missing");
            }
            String head = new String(lines.line(), UTF_8) + "]}";
            if (JsonFields.of(head.getBytes(UTF_8)).number("through") < through) {
                return false;
            }
            boolean isEnded = false;
            while (!isEnded && lines.next()) {
                byte[] line = lines.line();
                isEnded = line.length > 0 && line[0] == ']';
                if (!isEnded && line.length > 0) {
                    int comma = line[line.length - 1] == ',' ? 1 : 0;
                    CountedCard card = CountedCard.of(JsonFields.of(Arrays.copyOf(line, line.length - comma)));
                    cards.put(card.card().ref(), card);
                }
            }
            if (!isEnded) {
                throw new DamagedException("its end is missing");
            }
            return true;
        }
    }

    private List<SessionRef> directories() throws IOException {
        List<Tenant> tenants = new ArrayList<>(List.of(Tenant.LOCAL));
        for (String name : names(home.tenants(), TENANT_NAME)) {
            if (!name.equals(Tenant.LOCAL.name())) {
                tenants.add(new Tenant(name));
            }
        }
        List<SessionRef> refs = new ArrayList<>();
        for (Tenant tenant : tenants) {
            for (String id : names(home.sessions(tenant), UUID_NAME)) {
                refs.add(new SessionRef(tenant, SessionId.of(id)));
            }
        }
        return refs;
    }

    private static List<String> names(Path directory, Pattern form) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(form.asMatchPredicate())
                    .toList();
        }
    }

    /** The card of a session from its own files, if they contain one. */
    Optional<CountedCard> fromSession(SessionRef ref) throws IOException {
        Optional<CountedCard> meta = readMeta(ref);
        Optional<CountedCard> archive = fromArchive(ref);
        if (archive.isEmpty()) {
            return meta;
        }
        return meta.filter(line -> line.sequence() >= archive.get().sequence()).or(() -> archive);
    }

    /** The card in {@code meta.json}, if there is one; a damaged file is moved to the quarantine. */
    Optional<CountedCard> readMeta(SessionRef ref) throws IOException {
        return home.read(home.meta(ref), "the card is damaged", bytes -> {
            CountedCard card = CountedCard.of(JsonFields.of(bytes));
            if (!card.card().ref().equals(ref)) {
                throw new DamagedException("it is the card of " + card.card().ref());
            }
            return card;
        });
    }

    private Optional<CountedCard> fromArchive(SessionRef ref) throws IOException {
        Path file = home.archive(ref);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        @Nullable CountedCard line = null;
        try (LineReader lines = new LineReader(file, 0, Files.size(file))) {
            while (lines.next()) {
                line = after(ref, line, lines.line());
            }
        }
        return Optional.ofNullable(line);
    }

    private static @Nullable CountedCard after(SessionRef ref, @Nullable CountedCard card, byte[] line) {
        try {
            if (card == null && EntryCodec.sequence(line) == 0) {
                SessionCard opened = EntryCodec.session(line);
                return opened.ref().equals(ref) ? new CountedCard(opened, 0) : null;
            }
            CountedCard known = card == null ? new CountedCard(recovered(ref, Instant.EPOCH), 0) : card;
            CountedCard after = known.after(line);
            return after.sequence() == 0 ? card : after;
        } catch (DamagedException e) {
            // The line is not counted. It is reported when the archive is read.
            return card;
        }
    }
}
