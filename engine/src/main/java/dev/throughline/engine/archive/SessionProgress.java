package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.budget.TokenScale;
import dev.throughline.workingset.price.Ledger;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * How a session's conversation has been going: when it asked last, what for, and what that cost. A fold over its turns,
 * so it is the same after a restart. A request that the provider refused, or that did not reach it, has put nothing
 * into its cache, so it counts as not asked.
 *
 * @param asked when the newest request came
 * @param askedBefore when the one before it came
 * @param leaf the last node of the newest request
 * @param leafBefore the last node of the one before it
 * @param requests how many there were
 * @param batchAt how many there were when prefixes were last rewritten
 * @param taken the newest request that the provider took
 * @param cache what the provider has reported about its cache, for the model of that request
 * @param rewritten nodes that are sent otherwise than they were in that request; {@link Entry#ROOT} for what stands
 *     before the history
 * @param scale how the provider counts tokens
 * @param ledger what was billed
 */
public record SessionProgress(
        Optional<Instant> asked,
        Optional<Instant> askedBefore,
        Hash leaf,
        Hash leafBefore,
        long requests,
        long batchAt,
        Optional<Entry.TurnOpened> taken,
        CacheReports cache,
        Set<Hash> rewritten,
        TokenScale scale,
        Ledger ledger) {
    static final SessionProgress NONE = new SessionProgress(
            Optional.empty(),
            Optional.empty(),
            Entry.ROOT,
            Entry.ROOT,
            0,
            0,
            Optional.empty(),
            CacheReports.NONE,
            Set.of(),
            TokenScale.UNKNOWN,
            Ledger.EMPTY);

    public SessionProgress {
        rewritten = Set.copyOf(rewritten);
    }

    SessionProgress after(Entry.TurnOpened turn) {
        return new SessionProgress(
                Optional.of(turn.at()),
                asked,
                turn.leaf(),
                leaf,
                requests + 1,
                batchAt,
                taken,
                cache,
                rewritten,
                scale,
                ledger);
    }

    /** After the answer to a request. */
    SessionProgress after(Entry.TurnOpened request, Entry.TurnClosed answer) {
        boolean isTaken = answer.status() >= 200 && answer.status() < 300 && answer.ending() != Reply.Ending.FAILED;
        SessionProgress billed = billed(answer);
        return isTaken ? billed.taken(request, answer) : billed.refused(request);
    }

    private SessionProgress billed(Entry.TurnClosed answer) {
        if (answer.usage().isEmpty() || answer.sent().isEmpty()) {
            return this;
        }
        Usage billed = answer.usage().get();
        Entry.Sent sent = answer.sent().get();
        return new SessionProgress(
                asked,
                askedBefore,
                leaf,
                leafBefore,
                requests,
                batchAt,
                taken,
                cache,
                rewritten,
                scale.after(sent.tokens(), billed.prompt()),
                ledger.after(billed, sent.untouched(billed)));
    }

    SessionProgress after(Entry.Helped help) {
        return new SessionProgress(
                asked,
                askedBefore,
                leaf,
                leafBefore,
                requests,
                batchAt,
                taken,
                cache,
                rewritten,
                scale,
                ledger.afterHelperCall(help.usage()));
    }

    private SessionProgress taken(Entry.TurnOpened request, Entry.TurnClosed answer) {
        boolean isSameModel =
                taken.filter(before -> before.model().equals(request.model())).isPresent();
        CacheReports known = isSameModel ? cache : CacheReports.NONE;
        return new SessionProgress(
                asked,
                askedBefore,
                leaf,
                leafBefore,
                requests,
                batchAt,
                Optional.of(request),
                answer.usage().map(known::after).orElse(known),
                Set.of(),
                scale,
                ledger);
    }

    private SessionProgress refused(Entry.TurnOpened request) {
        Optional<Instant> before =
                asked.filter(newest -> !newest.equals(request.at())).or(() -> askedBefore);
        return new SessionProgress(
                before, askedBefore, leaf, leafBefore, requests, batchAt, taken, cache, rewritten, scale, ledger);
    }

    SessionProgress after(Entry.Edited edited) {
        Set<Hash> changed = new HashSet<>(rewritten);
        edited.edits().forEach(edit -> edit.firstChanged(Entry.ROOT).ifPresent(changed::add));
        boolean isBatch =
                switch (edited.why().trigger()) {
                    case WARM, COLD, HARD, OVERFLOW -> true;
                    case ARRIVAL, ASKED -> false;
                };
        return new SessionProgress(
                asked,
                askedBefore,
                leaf,
                leafBefore,
                requests,
                isBatch ? requests : batchAt,
                taken,
                cache,
                changed,
                scale,
                ledger);
    }

    /** Whether the newest request asks the same as the one before it. */
    public boolean isRepeat() {
        return requests > 1 && leaf.equals(leafBefore);
    }
}
