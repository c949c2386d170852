package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.RawObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Reply} while it is being read. It copies the bytes that it stores. Used by one thread.
 *
 * <p>A reply begins as {@link Ending#CUT}, which applies until the provider reports another ending. Of several
 * endings the last one counts, but nothing replaces {@link Ending#FAILED}.
 */
public final class ReplyDraft {
    /** The most bytes of a streamed reply that are kept as unread. */
    public static final int MOST_UNREAD_BYTES = 1 << 20;

    /** The most entries, so that a flood of tiny ones costs no more than their bytes. */
    private static final int MOST_UNREAD_ENTRIES = 4_096;

    private final long mostUnreadBytes;
    private final List<Bytes> unread = new ArrayList<>();
    private long unreadBytes;
    private long droppedEntries;
    private long droppedBytes;
    private final List<Bytes> elements = new ArrayList<>();
    private Ending ending = Ending.CUT;
    private Optional<String> responseId = Optional.empty();
    private Optional<String> model = Optional.empty();
    private Optional<String> stopReason = Optional.empty();
    private Optional<Usage> usage = Optional.empty();

    /** A draft of a streamed reply. */
    public ReplyDraft() {
        this(MOST_UNREAD_BYTES);
    }

    ReplyDraft(long mostUnreadBytes) {
        this.mostUnreadBytes = mostUnreadBytes;
    }

    public Ending ending() {
        return ending;
    }

    public boolean hasElements() {
        return !elements.isEmpty();
    }

    public void end(Ending reported) {
        if (ending != Ending.FAILED) {
            ending = reported;
        }
    }

    /** Stores the id and the model of an object, if it has them. */
    public void name(RawObject carrier) {
        carrier.text("id").filter(id -> !id.isEmpty()).ifPresent(id -> responseId = Optional.of(id));
        carrier.text("model").filter(name -> !name.isEmpty()).ifPresent(name -> model = Optional.of(name));
    }

    /** The provider reported the end without a reason: an ending that was reported before counts. */
    public void endIfCut() {
        if (ending == Ending.CUT) {
            ending = Ending.COMPLETE;
        }
    }

    public void stopReason(Optional<String> reported) {
        if (reported.isPresent()) {
            stopReason = reported;
        }
    }

    /** The provider reported an error: {@code error} is its error object, {@code raw} all that it sent. */
    public void fail(Optional<RawObject> error, Bytes raw) {
        end(Ending.FAILED);
        stopReason(error.flatMap(found -> found.text("code").or(() -> found.text("type"))));
        unread(raw);
    }

    public void usage(Optional<Usage> reported) {
        if (reported.isPresent()) {
            usage = reported;
        }
    }

    public void element(Bytes raw) {
        elements.add(Bytes.of(raw.toArray()));
    }

    /**
     * Stores a copy of data that could not be read, or counts it beyond the limit. Once one entry was dropped, all
     * later ones are dropped, so that the stored entries have no gap.
     */
    public void unread(Bytes raw) {
        boolean fits = unread.size() < MOST_UNREAD_ENTRIES && unreadBytes + raw.length() <= mostUnreadBytes;
        if (!fits || droppedEntries > 0) {
            dropped(raw.length());
            return;
        }
        unread.add(Bytes.of(raw.toArray()));
        unreadBytes += raw.length();
    }

    /** Counts an entry that was dropped. */
    void dropped(long bytes) {
        droppedEntries++;
        droppedBytes += bytes;
    }

    /** The reply; one last unread entry says how much was dropped. */
    public Reply finish() {
        List<Bytes> entries = new ArrayList<>(unread);
        if (droppedEntries > 0) {
            entries.add(Bytes.of("throughline: dropped " + droppedEntries + " more, " + droppedBytes + " bytes"));
        }
        return new Reply(ending, responseId, model, stopReason, elements, entries, usage);
    }
}
