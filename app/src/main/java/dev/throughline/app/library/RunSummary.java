package dev.throughline.app.library;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Page;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.workingset.price.PriceTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What one {@code throughline run} did.
 *
 * @param turns its requests, side requests included
 * @param bill what they cost, and would have cost untouched
 * @param sessions the sessions they belong to
 */
public record RunSummary(UUID run, long turns, Bill bill, List<SessionCard> sessions) {
    public RunSummary {
        sessions = List.copyOf(sessions);
    }

    /** When a run began: its name is a UUIDv7, which begins with the time in milliseconds. */
    static Instant began(UUID run) {
        return Instant.ofEpochMilli(run.getMostSignificantBits() >>> 16);
    }

    /** Adds up the turns that carry the run's name, in the sessions that changed since it began. */
    static RunSummary of(Library library, UUID run, PriceTable prices) {
        RunSummary summary = new RunSummary(run, 0, Bill.NONE, List.of());
        Optional<String> after = Optional.empty();
        do {
            Page<SessionCard> page = library.sessions(after, Library.MOST_PER_PAGE);
            after = page.next();
            for (SessionCard card : page.items()) {
                if (card.updated().isBefore(began(run))) {
                    return summary;
                }
                summary = summary.and(card, library.transcript(card.ref().id()), prices);
            }
        } while (after.isPresent());
        return summary;
    }

    private RunSummary and(SessionCard card, Transcript transcript, PriceTable prices) {
        long mine = transcript.turns().stream().filter(this::isMine).count();
        if (mine == 0) {
            return this;
        }
        List<SessionCard> more = new ArrayList<>(sessions);
        if (!card.isBeside()) {
            more.add(card);
        }
        return new RunSummary(
                run, turns + mine, bill.plus(Bill.of(transcript, prices, this::isMine, began(run))), more);
    }

    private boolean isMine(Entry.TurnOpened turn) {
        return turn.run().equals(Optional.of(run.toString()));
    }
}
