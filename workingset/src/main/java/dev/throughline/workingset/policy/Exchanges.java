package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a chain that may leave as a whole: between two messages of a person, elements in which every call has
 * its result. What is under way stays, and what an agent's makers said or a provider made for itself.
 *
 * <pre>
 *   u0   a c r   a c r   u1   a c r   a c   r+words   a c r
 *        └─── span ───┘       └span┘  └── stays ──┘   └ under way
 * </pre>
 */
final class Exchanges {
    private Exchanges() {}

    /** Pieces from one to another, whole elements. */
    record Span(int first, int last) {}

    /**
     * The spans of a chain before a piece, the oldest first, each of one model message with its results, or of what was
     * replaced before and may be again with its neighbours.
     */
    static List<Span> before(Chain chain, Sight sight, int end) {
        return spans(chain, sight, new Span(0, end - 1), /* takesWords= */ false);
    }

    /** The spans of a range in which people's words may leave too; those that touch are one. */
    static List<Span> withWords(Chain chain, Sight sight, Span range) {
        return joined(apart(chain, sight, range));
    }

    /** The same one by one. */
    static List<Span> apart(Chain chain, Sight sight, Span range) {
        return spans(chain, sight, range, /* takesWords= */ true);
    }

    private static List<Span> spans(Chain chain, Sight sight, Span range, boolean takesWords) {
        List<Span> spans = new ArrayList<>();
        int at = range.first();
        while (at <= range.last()) {
            int replaced = sight.replacedTo(at);
            Span span = new Span(at, replaced >= at ? replaced : end(chain, at) - 1);
            boolean isReplaced = replaced >= at && (takesWords || isWordless(chain, span));
            boolean mayLeave = isReplaced || (replaced < at && mayLeave(chain, sight, span, takesWords));
            if (span.last() <= range.last() && mayLeave) {
                spans.add(span);
            }
            at = span.last() + 1;
        }
        return spans;
    }

    /** The place behind what begins here: an exchange, or an element that the model did not write. */
    private static int end(Chain chain, int from) {
        return chain.piece(from).isModel() ? exchange(chain, from) : elementEnd(chain, from);
    }

    /** The place behind a model message that begins here and the results of its calls. */
    static int exchange(Chain chain, int from) {
        int at = from;
        while (at < chain.size() && (chain.piece(at).isModel() || isInside(chain, at))) {
            at++;
        }
        while (at < chain.size() && !chain.piece(at).isModel() && !startsWords(chain, at)) {
            at++;
        }
        return at;
    }

    /** Whether the element goes on here that the piece before belongs to. */
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

    /** Where the last message of the model's before a place begins; 0 if there is none. */
    static int lastBefore(Chain chain, int end) {
        int at = end - 1;
        while (at >= 0 && !chain.piece(at).isModel()) {
            at--;
        }
        while (at > 0 && (chain.piece(at - 1).isModel() || isInside(chain, at))) {
            at--;
        }
        return Math.max(at, 0);
    }

    /** Whether an element begins here in which somebody speaks and no tool. */
    private static boolean startsWords(Chain chain, int at) {
        return !isInside(chain, at)
                && switch (chain.piece(at).kind()) {
                    case USER, SYSTEM, OTHER -> !hasResults(chain, at);
                    case ASSISTANT, REASONING, TOOL_CALL, TOOL_RESULT -> false;
                };
    }

    private static boolean hasResults(Chain chain, int first) {
        int end = elementEnd(chain, first);
        for (int i = first; i < end; i++) {
            if (chain.piece(i).isResult()) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayLeave(Chain chain, Sight sight, Span span, boolean takesWords) {
        boolean isTaken = takesWords || chain.piece(span.first()).isModel();
        int open = 0;
        for (int i = span.first(); i <= span.last() && isTaken; i++) {
            Piece piece = chain.piece(i);
            open += piece.isAwaiting() ? 1 : 0;
            open -= piece.isResult() ? 1 : 0;
            isTaken = !sight.isHidden(i) && !piece.mustStay() && (takesWords || !piece.isSpoken());
        }
        boolean isWhole = !isInside(chain, span.first())
                && (span.last() + 1 == chain.size() || !isInside(chain, span.last() + 1));
        return isTaken && isWhole && open == 0;
    }

    private static boolean isWordless(Chain chain, Span span) {
        for (int i = span.first(); i <= span.last(); i++) {
            if (chain.piece(i).isSpoken()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a message of ours may stand right before a piece. It opens a turn, unless a person speaks behind it, and
     * where a model thinks, its provider wants a turn to start with its thought.
     *
     * <pre>
     *   u  t c r  c r  t c r  c r        t c r  c r  u
     *      ✓      ✗    ✓      ✗          ✓      ✓
     * </pre>
     */
    static boolean mayOpen(Chain chain, int at) {
        int next = at;
        while (next < chain.size() && !chain.piece(next).isModel()) {
            next++;
        }
        if (next == chain.size() || chain.piece(next).kind() == ItemKind.REASONING) {
            return true;
        }
        for (int i = at; i < chain.size(); i++) {
            if (chain.piece(i).kind() == ItemKind.USER && startsWords(chain, i)) {
                return true;
            }
        }
        return chain.pieces().stream().noneMatch(piece -> piece.kind() == ItemKind.REASONING);
    }

    /** This place, or the last one before it at which a message of ours may stand. */
    static int opening(Chain chain, int end) {
        int at = end;
        while (at > 0 && !mayOpen(chain, at)) {
            at = lastBefore(chain, at);
        }
        return at;
    }

    /** Spans that touch become one. */
    static List<Span> joined(List<Span> spans) {
        List<Span> joined = new ArrayList<>();
        for (Span span : spans) {
            if (!joined.isEmpty() && joined.getLast().last() + 1 == span.first()) {
                joined.set(joined.size() - 1, new Span(joined.getLast().first(), span.last()));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }

    static Hash node(Chain chain, int index) {
        return chain.piece(index).node();
    }
}
