package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import dev.throughline.workingset.budget.Scale;
import dev.throughline.workingset.price.Ledger;
import java.time.Instant;
import java.util.Optional;

/**
 * How a session's conversation has been going: when it asked last, what for, and what that cost. A fold over its turns,
 * so it is the same after a restart.
 *
 * @param asked when the newest request came
 * @param askedBefore when the one before it came
 * @param leaf the last node of the newest request
 * @param leafBefore the last node of the one before it
 * @param requests how many there were
 * @param batchAt how many there were when prefixes were last rewritten
 * @param scale how the provider counts tokens
 * @param ledger what was billed
 */
public record Pace(
        Optional<Instant> asked,
        Optional<Instant> askedBefore,
        Hash leaf,
        Hash leafBefore,
        long requests,
        long batchAt,
        Scale scale,
        Ledger ledger) {
    static final Pace NONE =
            new Pace(Optional.empty(), Optional.empty(), Entry.ROOT, Entry.ROOT, 0, 0, Scale.UNKNOWN, Ledger.EMPTY);

    Pace after(Entry.TurnOpened turn) {
        return new Pace(Optional.of(turn.at()), asked, turn.leaf(), leaf, requests + 1, batchAt, scale, ledger);
    }

    Pace after(Entry.TurnClosed turn) {
        if (turn.usage().isEmpty() || turn.sent().isEmpty()) {
            return this;
        }
        Entry.Sent sent = turn.sent().get();
        return new Pace(
                asked,
                askedBefore,
                leaf,
                leafBefore,
                requests,
                batchAt,
                scale.after(sent.tokens(), turn.usage().get().prompt()),
                ledger.after(turn.usage().get(), sent.shadow()));
    }

    Pace after(Entry.Edited edited) {
        return switch (edited.why().trigger()) {
            case WARM, COLD, HARD, OVERFLOW ->
                new Pace(asked, askedBefore, leaf, leafBefore, requests, requests, scale, ledger);
            case ARRIVAL, ASKED -> this;
        };
    }

    /** Whether the newest request asks the same as the one before it. */
    public boolean isRepeat() {
        return requests > 1 && leaf.equals(leafBefore);
    }
}
