package dev.throughline.workingset.policy;

import dev.throughline.model.ItemKind;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parts of a chain that may be removed as a whole: elements between two user messages in which every call has its
 * result. The current exchange stays, and so does what no policy may remove.
 *
 * <pre>
 *   u0   a c r   a c r   u1   a c r   a c   r+words   a c r
 *        └── range ──┘       └range┘ └── stays ──┘   └ current
 * </pre>
 */
final class Exchanges {
    private Exchanges() {}

    /**
     * The ranges before a piece, the oldest first: each is one model message with its results, or an earlier
     * replacement, which may be replaced again with its neighbours.
     */
    static List<PieceRange> before(Chain chain, WorkingSet set, int end) {
        return removable(chain, set, new PieceRange(0, end - 1), /* takesUserText= */ false);
    }

    /** The removable parts of a range, including each user message. */
    static List<PieceRange> withUserText(Chain chain, WorkingSet set, PieceRange range) {
        return removable(chain, set, range, /* takesUserText= */ true);
    }

    private static List<PieceRange> removable(Chain chain, WorkingSet set, PieceRange range, boolean takesUserText) {
        List<PieceRange> parts = new ArrayList<>();
        int at = range.first();
        while (at <= range.last()) {
            int replaced = set.replacementEnd(at);
            PieceRange part = new PieceRange(at, replaced >= at ? replaced : end(chain, at) - 1);
            boolean isReplaced = replaced >= at && (takesUserText || !hasUserText(chain, part));
            boolean isRemovable = isReplaced || (replaced < at && isRemovable(chain, set, part, takesUserText));
            if (part.last() <= range.last() && isRemovable) {
                parts.add(part);
            }
            at = part.last() + 1;
        }
        return parts;
    }

    /** The end of a model message with its results, or of another element. */
    private static int end(Chain chain, int from) {
        if (!chain.piece(from).isFromModel()) {
            return elementEnd(chain, from);
        }
        int at = from;
        while (at < chain.size() && (chain.piece(at).isFromModel() || isInside(chain, at))) {
            at++;
        }
        while (at < chain.size() && !chain.piece(at).isFromModel() && !startsMessage(chain, at)) {
            at++;
        }
        return at;
    }

    /** Whether the previous piece belongs to the same element. */
    private static boolean isInside(Chain chain, int at) {
        return at > 0 && chain.piece(at - 1).element() == chain.piece(at).element();
    }

    /** The end of the element of a piece. */
    static int elementEnd(Chain chain, int at) {
        int end = at + 1;
        while (end < chain.size() && isInside(chain, end)) {
            end++;
        }
        return end;
    }

    /** The start of the element of a piece. */
    static int elementStart(Chain chain, int at) {
        int start = at;
        while (start > 0 && isInside(chain, start)) {
            start--;
        }
        return start;
    }

    /** The start of the model's newest message, with which the current exchange begins. */
    static int newest(Chain chain) {
        return lastBefore(chain, chain.size());
    }

    /** The start of the last message of the model before an index; 0 if there is none. */
    static int lastBefore(Chain chain, int end) {
        int at = end - 1;
        while (at >= 0 && !chain.piece(at).isFromModel()) {
            at--;
        }
        while (at > 0 && (chain.piece(at - 1).isFromModel() || isInside(chain, at))) {
            at--;
        }
        return Math.max(at, 0);
    }

    /** Whether an element begins here that is neither from the model nor a result. */
    private static boolean startsMessage(Chain chain, int at) {
        return !isInside(chain, at)
                && switch (chain.piece(at).kind()) {
                    case USER, SYSTEM, OTHER ->
                        IntStream.range(at, elementEnd(chain, at))
                                .noneMatch(i -> chain.piece(i).isResult());
                    case ASSISTANT, REASONING, TOOL_CALL, TOOL_RESULT -> false;
                };
    }

    private static boolean isRemovable(Chain chain, WorkingSet set, PieceRange range, boolean takesUserText) {
        boolean isRemovable = takesUserText || chain.piece(range.first()).isFromModel();
        int open = 0;
        for (int i = range.first(); i <= range.last() && isRemovable; i++) {
            Piece piece = chain.piece(i);
            open += piece.needsResult() ? 1 : 0;
            open -= piece.isResult() ? 1 : 0;
            isRemovable = !set.isHidden(i) && !piece.mustStay() && (takesUserText || !piece.hasUserText());
        }
        boolean isWhole = !isInside(chain, range.first())
                && (range.last() + 1 == chain.size() || !isInside(chain, range.last() + 1));
        return isRemovable && isWhole && open == 0;
    }

    private static boolean hasUserText(Chain chain, PieceRange range) {
        return IntStream.rangeClosed(range.first(), range.last())
                .anyMatch(i -> chain.piece(i).hasUserText());
    }

    /**
     * Whether a user message may be put before a piece. It begins a turn unless a user message follows, and providers
     * require that a turn of a reasoning model begins with its reasoning.
     *
     * <pre>
     *   u  t c r  c r  t c r  c r        t c r  c r  u
     *      ✓      ✗    ✓      ✗          ✓      ✓
     * </pre>
     */
    static boolean mayPutMessageAt(Chain chain, int at) {
        int next = at;
        while (next < chain.size() && !chain.piece(next).isFromModel()) {
            next++;
        }
        if (next == chain.size() || chain.piece(next).kind() == ItemKind.REASONING) {
            return true;
        }
        for (int i = at; i < chain.size(); i++) {
            if (chain.piece(i).kind() == ItemKind.USER && startsMessage(chain, i)) {
                return true;
            }
        }
        return chain.pieces().stream().noneMatch(piece -> piece.kind() == ItemKind.REASONING);
    }

    /** The last index up to this one at which a user message may be put. */
    static int messagePlace(Chain chain, int end) {
        int at = end;
        while (at > 0 && !mayPutMessageAt(chain, at)) {
            at = lastBefore(chain, at);
        }
        return at;
    }

    /** Groups of adjacent ranges. */
    static List<List<PieceRange>> adjacent(List<PieceRange> ranges) {
        List<List<PieceRange>> groups = new ArrayList<>();
        for (PieceRange range : ranges) {
            boolean isAdjacent = !groups.isEmpty() && groups.getLast().getLast().last() + 1 == range.first();
            if (!isAdjacent) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(range);
        }
        return groups;
    }

    /** One range over adjacent ones. */
    static PieceRange joined(List<PieceRange> group) {
        return new PieceRange(group.getFirst().first(), group.getLast().last());
    }
}
