package dev.throughline.app.library;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Page;
import dev.throughline.engine.archive.Purpose;
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
 * @param turns its requests, without side requests
 * @param beside its side requests: titles, summaries and the like
 * @param failed those of both that got no answer of the model
 * @param bill what they cost, and would have cost untouched
 * @param sessions the sessions they belong to
 */
public record RunSummary(UUID run, long turns, long beside, long failed, Bill bill, List<SessionCard> sessions) {
    public RunSummary {
        sessions = List.copyOf(sessions);
    }

    /** When a run began: its name is a UUIDv7, which begins with the time in milliseconds. */
    static Instant began(UUID run) {
        return Instant.ofEpochMilli(run.getMostSignificantBits() >>> 16);
    }

    /** Adds up the turns that carry the run's name, in the sessions that changed since it began. */
    static RunSummary of(Library library, UUID run, PriceTable prices) {
        RunSummary summary = new RunSummary(run, 0, 0, 0, Bill.NONE, List.of());
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
        List<Entry.TurnOpened> mine =
                transcript.turns().stream().filter(this::isMine).toList();
        if (mine.isEmpty()) {
            return this;
        }
        long more = mine.stream().filter(RunSummary::isBeside).count();
        long unanswered = mine.stream()
                .filter(turn -> transcript
                        .reply(turn.id())
                        .filter(reply -> reply.status() / 100 == 2)
                        .isEmpty())
                .count();
        List<SessionCard> all = new ArrayList<>(sessions);
        if (!card.isBeside()) {
            all.add(card);
        }
        return new RunSummary(
                run,
                turns + mine.size() - more,
                beside + more,
                failed + unanswered,
                bill.plus(Bill.of(transcript, prices, this::isMine, began(run))),
                all);
    }

    private static boolean isBeside(Entry.TurnOpened turn) {
        return turn.purpose() == Purpose.ASIDE || turn.purpose() == Purpose.PREWARM;
    }

    private boolean isMine(Entry.TurnOpened turn) {
        return turn.run().equals(Optional.of(run.toString()));
    }
}
