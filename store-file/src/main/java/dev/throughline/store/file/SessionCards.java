package dev.throughline.store.file;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cards of all sessions, in memory: by id, and by the time of their last change. {@link KeyTable} has the keys.
 *
 * <p>A card takes about half a kilobyte of memory; the rest of a session is on the disk. The cursor of a page contains
 * the time and id of its last session, so pages neither repeat nor skip a session that does not change meanwhile; one
 * that changes moves to the front. Safe for use by many threads.
 */
final class SessionCards {
    /** The position of a session in the list of its tenant. */
    private record ListPosition(Instant updated, SessionId id) implements Comparable<ListPosition> {
        private static final Comparator<ListPosition> NEWEST_FIRST = Comparator.comparing(ListPosition::updated)
                .thenComparing(ListPosition::id)
                .reversed();

        @Override
        public int compareTo(ListPosition other) {
            return NEWEST_FIRST.compare(this, other);
        }
    }

    private final Map<SessionRef, CountedCard> byRef = new HashMap<>();
    private final Map<Tenant, NavigableMap<ListPosition, SessionRef>> byTime = new HashMap<>();

    /** Adds a card, or replaces the older card of its session. */
    synchronized void put(CountedCard line) {
        SessionCard card = line.card();
        remove(card.ref());
        byRef.put(card.ref(), line);
        byTime.computeIfAbsent(card.ref().tenant(), _ -> new TreeMap<>()).put(position(card), card.ref());
    }

    synchronized void remove(SessionRef ref) {
        @Nullable CountedCard old = byRef.remove(ref);
        @Nullable NavigableMap<ListPosition, SessionRef> positions = byTime.get(ref.tenant());
        if (old != null && positions != null) {
            positions.remove(position(old.card()));
        }
    }

    /** Counts entries into their session's card; those that are already counted are skipped. */
    synchronized void advance(SessionRef ref, long first, List<Entry> entries) {
        CountedCard line = byRef.get(ref);
        if (line == null) {
            throw new IllegalStateException("expected a card of " + ref + " before its entries");
        }
        SessionCard card = line.card();
        long sequence = line.sequence();
        for (int i = 0; i < entries.size(); i++) {
            if (first + i > sequence) {
                card = card.after(entries.get(i));
                sequence = first + i;
            }
        }
        put(new CountedCard(card, sequence));
    }

    synchronized Optional<CountedCard> find(SessionRef ref) {
        return Optional.ofNullable(byRef.get(ref));
    }

    synchronized StorePage<SessionCard> page(Tenant tenant, Optional<String> after, int limit) {
        Optional<ListPosition> from = after.map(SessionCards::position);
        NavigableMap<ListPosition, SessionRef> positions = byTime.getOrDefault(tenant, new TreeMap<>());
        Collection<SessionRef> rest = from.map(last -> positions.tailMap(last, /* inclusive= */ false))
                .orElse(positions)
                .values();
        List<SessionCard> page = new ArrayList<>();
        for (SessionRef ref : rest) {
            if (page.size() == limit) {
                return new StorePage<>(page, Optional.of(cursor(page.getLast())));
            }
            find(ref).ifPresent(line -> page.add(line.card()));
        }
        return new StorePage<>(page, Optional.empty());
    }

    /** The cards of a tenant, in no order. */
    synchronized List<SessionCard> all(Tenant tenant) {
        return byTime.getOrDefault(tenant, new TreeMap<>()).values().stream()
                .flatMap(ref -> find(ref).stream())
                .map(CountedCard::card)
                .toList();
    }

    /** All cards, in no order. */
    synchronized List<CountedCard> all() {
        return List.copyOf(byRef.values());
    }

    private static ListPosition position(SessionCard card) {
        return new ListPosition(card.updated(), card.ref().id());
    }

    private static String cursor(SessionCard card) {
        byte[] text = (card.updated() + " " + card.ref().id()).getBytes(StandardCharsets.US_ASCII);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    private static ListPosition position(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
            int space = text.indexOf(' ');
            return new ListPosition(Instant.parse(text.substring(0, space)), SessionId.of(text.substring(space + 1)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "cursor_unreadable",
                    "'" + cursor + "' is not the 'next' of a page; start from the first page",
                    e);
        }
    }
}
