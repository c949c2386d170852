package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.LocalCalls;
import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The archive entry of a turn under way, if it has one: opened once, closed once. Used by the turn's own thread. */
final class TurnRecord {
    /** How long a turn may wait for the store. A healthy one takes well under a millisecond. */
    private static final Duration WRITE_WAIT = Duration.ofSeconds(2);

    /** The reply of an upstream that never answered. */
    static final Reply NO_REPLY = new Reply(
            Reply.Ending.CUT,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());

    private final Archive archive;
    private final Function<RecordedTurn, Instant> closingTime;
    private Optional<RecordedTurn> opened = Optional.empty();
    private boolean isLost;
    private boolean isClosed;

    /** @param closingTime the time to write under the end of a turn */
    TurnRecord(Archive archive, Function<RecordedTurn, Instant> closingTime) {
        this.archive = archive;
        this.closingTime = closingTime;
    }

    void open(RecordedTurn recorded) {
        opened = Optional.of(recorded);
    }

    /** The turn as it was taken down, whether or not that has reached the disk. */
    Optional<RecordedTurn> opened() {
        return opened;
    }

    /** The turn, unless it is known not to have reached the disk. */
    Optional<RecordedTurn> persisted() {
        return isLost ? Optional.empty() : opened;
    }

    /** Waits until the opening outlives this process; false if there is one and it does not. */
    boolean confirm() {
        isLost = opened.filter(turn -> !turn.receipt().isWrittenWithin(WRITE_WAIT))
                .isPresent();
        return !isLost;
    }

    /**
     * Closes the entry with what was answered; false if that does not outlive this process.
     *
     * @param hidden what the client did not see of the answer, to be put back into its next request
     */
    boolean close(int status, Reply reply, Optional<Entry.Sent> sent, Optional<Bytes> hidden) {
        boolean isKept = true;
        if (persisted().isPresent()) {
            RecordedTurn turn = persisted().get();
            Archive.Closing closing = new Archive.Closing(
                    status,
                    reply,
                    closingTime.apply(turn),
                    sent,
                    hidden.map(text -> LocalCalls.answered(turn.leaf(), text.utf8())));
            isKept = archive.close(turn, closing).isWrittenWithin(WRITE_WAIT);
        }
        isClosed = true;
        return isKept;
    }

    /** Closes the entry of a turn that was not answered; does nothing if it is closed. */
    void closeUnanswered() {
        if (!isClosed) {
            opened.ifPresent(turn -> archive.close(
                    turn,
                    new Archive.Closing(0, NO_REPLY, closingTime.apply(turn), Optional.empty(), Optional.empty())));
            isClosed = true;
        }
    }
}
