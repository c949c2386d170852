package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Bill;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The summary of one {@code throughline run}.
 *
 * <pre>{"run":"0198…","turns":3,"side_requests":1,"failed":0,"usage":{…},"bill":{…},"sessions":[{…}]}</pre>
 *
 * @param turns its requests, without side requests
 * @param sideRequests its side requests, for example for titles and summaries
 * @param failed requests of both kinds without a successful answer
 * @param bill what its requests cost, and what they would have cost without edits
 * @param sessions the sessions of its requests
 */
@JsonPropertyOrder({"run", "turns", "side_requests", "failed", "usage"})
public record RunSummary(
        UUID run,
        long turns,
        @JsonProperty("side_requests") long sideRequests,
        long failed,
        Bill bill,
        List<SessionCard> sessions) {
    public RunSummary {
        sessions = List.copyOf(sessions);
    }

    /** What the provider charged. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Usage usage() {
        return bill.billed();
    }

    /** The time at which a run began. Its id is a UUIDv7, which begins with the time in milliseconds. */
    static Instant startTime(UUID run) {
        return Instant.ofEpochMilli(run.getMostSignificantBits() >>> 16);
    }

    /** Adds up the turns of the run in the sessions that changed since it began. */
    static RunSummary of(SessionCatalog sessions, UUID run, PriceTable prices) {
        RunSummary summary = new RunSummary(run, 0, 0, 0, Bill.NONE, List.of());
        List<SessionCard> changed = sessions.all(SessionCatalog.MAX_PER_PAGE)
                .takeWhile(card -> !card.updated().isBefore(startTime(run)))
                .toList();
        for (SessionCard card : changed) {
            summary = summary.and(card, sessions.transcript(card.ref().id()), prices);
        }
        return summary;
    }

    private RunSummary and(SessionCard card, Transcript transcript, PriceTable prices) {
        List<Entry.TurnOpened> turnsOfRun =
                transcript.turns().stream().filter(this::isOfRun).toList();
        if (turnsOfRun.isEmpty()) {
            return this;
        }
        long moreSideRequests =
                turnsOfRun.stream().filter(RunSummary::isSideRequest).count();
        long unanswered = turnsOfRun.stream()
                .filter(turn -> transcript
                        .reply(turn.id())
                        .filter(reply -> reply.status() / 100 == 2)
                        .isEmpty())
                .count();
        List<SessionCard> all = new ArrayList<>(sessions);
        if (!card.hasOnlySideRequests()) {
            all.add(card);
        }
        return new RunSummary(
                run,
                turns + turnsOfRun.size() - moreSideRequests,
                sideRequests + moreSideRequests,
                failed + unanswered,
                bill.plus(Bill.of(transcript, prices, this::isOfRun, startTime(run))),
                all);
    }

    private static boolean isSideRequest(Entry.TurnOpened turn) {
        return turn.purpose() == Purpose.SIDE_REQUEST || turn.purpose() == Purpose.PREWARM;
    }

    private boolean isOfRun(Entry.TurnOpened turn) {
        return turn.run().equals(Optional.of(run.toString()));
    }
}
