package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The reply of the upstream.
 *
 * @param elements the output of the model, each in the shape in which a client sends it back as an element of its next
 *     request's history: in Responses one per output item, in Chat and Messages one assistant message
 * @param unread raw data of events that could not be read
 * @param usage what was billed, if the upstream reported it
 */
public record Reply(
        Ending ending,
        Optional<String> responseId,
        Optional<String> model,
        Optional<String> stopReason,
        List<Bytes> elements,
        List<Bytes> unread,
        Optional<Usage> usage) {
    /** The way in which a reply ended. */
    public enum Ending {
        /** The provider reported the end. */
        COMPLETE,
        /** The provider reported that it stopped early: an output limit, a content filter. */
        INCOMPLETE,
        /** The provider reported an error, before or during its answer. */
        FAILED,
        /** The bytes ended without such a report. */
        CUT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Ending of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** A complete reply without content. */
    public static final Reply EMPTY = new Reply(
            Ending.COMPLETE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());

    public Reply {
        elements = List.copyOf(elements);
        unread = List.copyOf(unread);
    }

    public Reply withUsage(Optional<Usage> other) {
        return new Reply(ending, responseId, model, stopReason, elements, unread, other);
    }
}
