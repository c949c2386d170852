package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a chain that may leave as a whole: between two messages of a person, elements in which every call has
 * its
 * result. What is under way stays.
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
        List<Span> spans = new ArrayList<>();
        int at = 0;
        while (at < end) {
            int replaced = sight.replacedTo(at);
            int next = replaced >= at ? replaced + 1 : chain.piece(at).isModel() ? exchange(chain, at) : at + 1;
            boolean mayLeave = replaced >= at
                    ? isWordless(chain, at, next)
                    : chain.piece(at).isModel() && mayLeave(chain, sight, at, next);
            if (next <= end && mayLeave) {
                spans.add(new Span(at, next - 1));
            }
            at = next;
        }
        return spans;
    }

    /** The place behind a model message that begins here and the results of its calls. */
    static int exchange(Chain chain, int from) {
        int at = from;
        while (at < chain.size() && chain.piece(at).isModel()) {
            at++;
        }
        while (at < chain.size() && !chain.piece(at).isModel() && !startsWords(chain, at)) {
            at++;
        }
        return at;
    }

    /** Whether an element begins here in which a person speaks and no tool. */
    private static boolean startsWords(Chain chain, int at) {
        boolean isStart = chain.piece(at - 1).element() != chain.piece(at).element();
        if (!isStart) {
            return false;
        }
        int element = chain.piece(at).element();
        for (int i = at; i < chain.size() && chain.piece(i).element() == element; i++) {
            if (chain.piece(i).isResult()) {
                return false;
            }
        }
        return switch (chain.piece(at).kind()) {
            case USER -> true;
            case SYSTEM, OTHER -> true;
            case ASSISTANT, REASONING, TOOL_CALL, TOOL_RESULT -> false;
        };
    }

    private static boolean mayLeave(Chain chain, Sight sight, int from, int to) {
        int calls = 0;
        int results = 0;
        for (int i = from; i < to; i++) {
            Piece piece = chain.piece(i);
            calls += piece.isCall() ? 1 : 0;
            results += piece.isResult() ? 1 : 0;
            if (piece.isWords() || sight.isHidden(i)) {
                return false;
            }
        }
        boolean isWhole = (from == 0
                        || chain.piece(from - 1).element() != chain.piece(from).element())
                && (to == chain.size()
                        || chain.piece(to - 1).element() != chain.piece(to).element());
        return isWhole && calls == results;
    }

    private static boolean isWordless(Chain chain, int from, int to) {
        for (int i = from; i < to; i++) {
            if (chain.piece(i).isWords()) {
                return false;
            }
        }
        return true;
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
