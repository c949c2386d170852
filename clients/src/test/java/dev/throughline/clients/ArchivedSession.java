package dev.throughline.clients;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One session in the home of a stopped gateway, read completely. */
record ArchivedSession(SessionCard card, Transcript transcript, List<Entry> entries, Map<Hash, Bytes> sources) {
    private static final int PAGE = 1000;

    /** Every session of a home, in the order in which they were opened. */
    static List<ArchivedSession> all(Path home) {
        try (Store store = new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            List<ArchivedSession> sessions = new ArrayList<>();
            Optional<String> after = Optional.empty();
            do {
                StorePage<SessionCard> page = store.sessions(Tenant.LOCAL, after, PAGE);
                page.items().forEach(card -> sessions.add(read(store, card)));
                after = page.next();
            } while (after.isPresent());
            sessions.sort(
                    Comparator.comparing(session -> session.card().ref().id().toString()));
            return sessions;
        }
    }

    private static ArchivedSession read(Store store, SessionCard card) {
        List<Entry> entries = new ArrayList<>();
        Transcript transcript = Transcript.read(after -> {
            StorePage<ArchivedEntry> page = store.entries(card.ref(), after, PAGE);
            page.items().forEach(kept -> entries.add(kept.entry()));
            return page;
        });
        Map<Hash, Bytes> sources = new HashMap<>();
        for (Entry entry : entries) {
            if (entry instanceof Entry.Source source) {
                sources.put(source.id(), store.source(card.ref(), source.id()).orElseThrow());
            }
        }
        return new ArchivedSession(card, transcript, List.copyOf(entries), Map.copyOf(sources));
    }

    Bytes source(Hash id) {
        return Objects.requireNonNull(sources.get(id), () -> "no source " + id + " in " + card.key());
    }

    List<Entry.TurnOpened> turns(Purpose purpose) {
        return transcript.turns().stream()
                .filter(turn -> turn.purpose() == purpose)
                .toList();
    }

    List<Entry.Link> links() {
        return entries.stream()
                .filter(Entry.Link.class::isInstance)
                .map(Entry.Link.class::cast)
                .toList();
    }

    /** Every decision about what the model sees, in the order in which they were made. */
    List<Entry.Edited> edits() {
        return entries.stream()
                .filter(Entry.Edited.class::isInstance)
                .map(Entry.Edited.class::cast)
                .toList();
    }

    /** Whether a node was first said by the model, in answer to the turn it belongs to. */
    boolean isReply(Entry.Node node) {
        Hash asked = transcript.turn(node.turn()).orElseThrow().leaf();
        return transcript.path(asked).stream().noneMatch(other -> other.id().equals(node.id()));
    }
}
