package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Reply} while it is still being read. Copies whatever it is given to keep; used by one thread.
 *
 * <p>A reply begins as {@link Ending#CUT}, because that is what it is until the provider says more. Of several endings
 * the last one said counts, but nothing undoes {@link Ending#FAILED}.
 */
public final class ReplyDraft {
    /** The most bytes of a streamed reply that are kept as unread. */
    public static final int MOST_UNREAD_BYTES = 1 << 20;

    private final Unread unread;
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
        this.unread = new Unread(mostUnreadBytes);
    }

    public Ending ending() {
        return ending;
    }

    public boolean hasElements() {
        return !elements.isEmpty();
    }

    public void end(Ending said) {
        if (ending != Ending.FAILED) {
            ending = said;
        }
    }

    /** Notes the id and the model of an object that may carry them. */
    public void name(Members carrier) {
        carrier.text("id").filter(id -> !id.isEmpty()).ifPresent(id -> responseId = Optional.of(id));
        carrier.text("model").filter(name -> !name.isEmpty()).ifPresent(name -> model = Optional.of(name));
    }

    public void stopReason(Optional<String> said) {
        if (said.isPresent()) {
            stopReason = said;
        }
    }

    /** The provider reported an error: {@code error} is its error object, {@code raw} all that it said. */
    public void fail(Optional<Members> error, Bytes raw) {
        end(Ending.FAILED);
        stopReason(error.flatMap(said -> said.text("code").or(() -> said.text("type"))));
        unread(raw);
    }

    public void usage(Optional<Usage> said) {
        if (said.isPresent()) {
            usage = said;
        }
    }

    public void element(Bytes raw) {
        elements.add(Bytes.of(raw.toArray()));
    }

    public void unread(Bytes raw) {
        unread.add(raw);
    }

    void dropped(long bytes) {
        unread.dropped(1, bytes);
    }

    public Reply finish() {
        return new Reply(ending, responseId, model, stopReason, elements, unread.entries(), usage);
    }
}
