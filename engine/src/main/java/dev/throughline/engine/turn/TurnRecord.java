package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.LocalCalls;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The archive entry of a turn in progress, if the turn is archived. It is opened once and closed once. Used by the
 * turn's own thread.
 */
final class TurnRecord {
    /** How long a turn waits for the store. A healthy store needs less than a millisecond. */
    private static final Duration WRITE_WAIT = Duration.ofSeconds(2);

    /** The reply that is recorded if the upstream did not answer. */
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
    private Reply reply = Reply.EMPTY;
    private boolean isWithheld;
    private boolean isLost;
    private boolean isReplyLost = true;
    private boolean isClosed;

    TurnRecord(Archive archive, Function<RecordedTurn, Instant> closingTime) {
        this.archive = archive;
        this.closingTime = closingTime;
    }

    void open(RecordedTurn recorded) {
        opened = Optional.of(recorded);
    }

    /** The recorded request, whether or not it has reached the disk. */
    Optional<RecordedTurn> opened() {
        return opened;
    }

    /** The recorded request, unless it is known that it did not reach the disk. */
    Optional<RecordedTurn> persisted() {
        return isLost ? Optional.empty() : opened;
    }

    /** Sets whether the reply is archived and not sent to the client. */
    void withhold(boolean isDenied) {
        isWithheld = isDenied;
    }

    boolean isWithheld() {
        return isWithheld;
    }

    /**
     * The reply of the model, with the usage of the last request to the provider, once the entry is closed with it;
     * until then, a reply without content.
     */
    Reply reply() {
        return reply;
    }

    /** Whether the entry could not be closed with the reply. A slow store may still write it. */
    boolean isReplyLost() {
        return isReplyLost;
    }

    /** Waits until the recorded request survives a crash of this process; false if it does not. */
    boolean confirm() {
        isLost = opened.filter(turn -> !turn.receipt().awaitWritten(WRITE_WAIT)).isPresent();
        return !isLost;
    }

    /**
     * Closes the entry with the reply; false if the reply does not survive a crash of this process.
     *
     * @param last the usage of the last request to the provider
     * @param hidden the calls that the client did not see, to be restored in its next request
     */
    boolean close(int status, Reply reply, Optional<Usage> last, Optional<Entry.Sent> sent, Optional<Bytes> hidden) {
        this.reply = reply.withUsage(last);
        boolean isStored = persisted().isEmpty();
        if (persisted().isPresent()) {
            RecordedTurn turn = persisted().get();
            Archive.Closing closing = new Archive.Closing(
                    status,
                    reply,
                    closingTime.apply(turn),
                    sent,
                    hidden.map(text -> LocalCalls.restoreDecision(turn.leaf(), text.utf8())),
                    isWithheld);
            Receipt receipt = archive.close(turn, closing);
            isStored = receipt.awaitWritten(WRITE_WAIT);
            isReplyLost = receipt.hasFailed();
        }
        isClosed = true;
        return isStored;
    }

    /** Closes the entry of a turn that got no reply; does nothing if the entry is closed. */
    void closeUnanswered() {
        if (!isClosed) {
            opened.ifPresent(turn -> archive.close(
                    turn,
                    new Archive.Closing(0, NO_REPLY, closingTime.apply(turn), Optional.empty(), Optional.empty())));
            isClosed = true;
        }
    }
}
