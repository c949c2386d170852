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
 * The parts of a chain that may be removed as a whole: between two messages of a person, elements in which every call
 * has its result. What is under way stays, and so do system messages and what a provider made for itself.
 *
 * <pre>
 *   u0   a c r   a c r   u1   a c r   a c   r+words   a c r
 *        └── range ──┘       └range┘ └── stays ──┘   └ under way
 * </pre>
 */
final class Exchanges {
    private Exchanges() {}

    /**
     * The ranges of a chain before a piece, the oldest first: each is one model message with its results, or what was
     * replaced before and may be again with its neighbours.
     */
    static List<PieceRange> before(Chain chain, WorkingSet set, int end) {
        return removable(chain, set, new PieceRange(0, end - 1), /* takesUserText= */ false);
    }

    /** The removable parts of a range where a person's messages may go too, one by one. */
    static List<PieceRange> withUserText(Chain chain, WorkingSet set, PieceRange range) {
        return removable(chain, set, range, /* takesUserText= */ true);
    }

    private static List<PieceRange> removable(Chain chain, WorkingSet set, PieceRange range, boolean takesUserText) {
        List<PieceRange> parts = new ArrayList<>();
        int at = range.first();
        while (at <= range.last()) {
            int replaced = set.replacedTo(at);
            PieceRange part = new PieceRange(at, replaced >= at ? replaced : end(chain, at) - 1);
            boolean isReplaced = replaced >= at && (takesUserText || !hasUserText(chain, part));
            boolean mayGo = isReplaced || (replaced < at && mayGo(chain, set, part, takesUserText));
            if (part.last() <= range.last() && mayGo) {
                parts.add(part);
            }
            at = part.last() + 1;
        }
        return parts;
    }

    /** The place behind what begins here: a model message with its results, or an element the model did not write. */
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

    /** Whether the piece before belongs to the same element. */
    private static boolean isInside(Chain chain, int at) {
        return at > 0 && chain.piece(at - 1).element() == chain.piece(at).element();
    }

    /** The place behind the element that a piece belongs to. */
    static int elementEnd(Chain chain, int at) {
        int end = at + 1;
        while (end < chain.size() && isInside(chain, end)) {
            end++;
        }
        return end;
    }

    /** Where the element begins that a piece belongs to. */
    static int elementStart(Chain chain, int at) {
        int start = at;
        while (start > 0 && isInside(chain, start)) {
            start--;
        }
        return start;
    }

    /** Where the model's newest message begins; it and what follows is under way. */
    static int newest(Chain chain) {
        return lastBefore(chain, chain.size());
    }

    /** Where the last message of the model before a place begins; 0 if there is none. */
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

    /** Whether an element begins here that is neither the model's nor a tool's. */
    private static boolean startsMessage(Chain chain, int at) {
        return !isInside(chain, at)
                && switch (chain.piece(at).kind()) {
                    case USER, SYSTEM, OTHER ->
                        IntStream.range(at, elementEnd(chain, at))
                                .noneMatch(i -> chain.piece(i).isResult());
                    case ASSISTANT, REASONING, TOOL_CALL, TOOL_RESULT -> false;
                };
    }

    private static boolean mayGo(Chain chain, WorkingSet set, PieceRange range, boolean takesUserText) {
        boolean isTaken = takesUserText || chain.piece(range.first()).isFromModel();
        int open = 0;
        for (int i = range.first(); i <= range.last() && isTaken; i++) {
            Piece piece = chain.piece(i);
            open += piece.needsResult() ? 1 : 0;
            open -= piece.isResult() ? 1 : 0;
            isTaken = !set.isHidden(i) && !piece.mustStay() && (takesUserText || !piece.hasUserText());
        }
        boolean isWhole = !isInside(chain, range.first())
                && (range.last() + 1 == chain.size() || !isInside(chain, range.last() + 1));
        return isTaken && isWhole && open == 0;
    }

    private static boolean hasUserText(Chain chain, PieceRange range) {
        return IntStream.rangeClosed(range.first(), range.last())
                .anyMatch(i -> chain.piece(i).hasUserText());
    }

    /**
     * Whether a message of ours may stand right before a piece. It opens a turn, unless a person speaks behind it, and
     * where a model thinks, its provider wants a turn to start with its reasoning.
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

    /** This place, or the last one before it at which a message of ours may stand. */
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
