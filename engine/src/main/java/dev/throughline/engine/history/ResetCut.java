package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionItems;
import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds where the history of a session begins in the history that its client sends. After a reset, the client still
 * sends what was said before.
 *
 * <pre>
 *   client's history    system  a1 b1 a2 b2  a3 b3 a4     a1 … b2 were said before the reset
 *   this session        system               a3 b3
 *   result              system               a3 b3 a4
 * </pre>
 *
 * <p>The longest part that continues the archived conversation is used. If no part does, because this is the first turn
 * or because the client has shortened or rewritten its history, the session begins after the last element that an
 * earlier session contains, or that was the last one before the session when it began: earlier sessions may have been
 * deleted. The newest message of the person is never left out.
 */
final class ResetCut {
    private final List<HistoryElement> elements;
    private final SessionItems session;

    /** The indexes of elements that an earlier session contains; computed only if it is needed. */
    private final Supplier<BitSet> previous;

    /** How many elements at the beginning are context of the agent and no part of the talk. */
    private final int context;

    private final int newestMessage;

    /** Where the session's own history begins. */
    private final int start;

    ResetCut(List<HistoryElement> elements, SessionItems session, Supplier<BitSet> previous) {
        this.elements = elements;
        this.session = session;
        this.previous = previous;
        int leading = 0;
        while (leading < elements.size() && elements.get(leading).isContext()) {
            leading++;
        }
        this.context = leading;
        int newest = elements.size() - 1;
        while (newest > leading && !elements.get(newest).isUserMessage()) {
            newest--;
        }
        this.newestMessage = Math.max(newest, leading);
        this.start = start();
    }

    /** The elements that are left out: those after the context, and before the session's own history. */
    List<HistoryElement> leftOut() {
        return elements.subList(context, start);
    }

    /** The elements that stay. */
    List<HistoryElement> kept() {
        List<HistoryElement> kept = new ArrayList<>(elements.subList(0, context));
        kept.addAll(elements.subList(start, elements.size()));
        return kept;
    }

    private int start() {
        int known = session.hasConversation() ? knownStart() : -1;
        return Math.max(context, known >= 0 ? known : startAfterPrevious());
    }

    /** The position from which most elements continue the archived conversation; -1 if none does. */
    private int knownStart() {
        Hash parent = Entry.ROOT;
        for (HistoryElement element : elements.subList(0, context)) {
            parent = element.nodeAfter(parent);
        }
        int best = -1;
        int most = 0;
        for (int start = context; start <= newestMessage && start < elements.size(); start++) {
            int length = knownLength(start, parent);
            if (length > 0 && length >= most) {
                best = start;
                most = length;
            }
        }
        return best;
    }

    private int knownLength(int start, Hash parent) {
        Hash node = parent;
        for (int i = start; i < elements.size(); i++) {
            node = elements.get(i).nodeAfter(node);
            if (!session.hasNode(node)) {
                return i - start;
            }
        }
        return elements.size() - start;
    }

    private int startAfterPrevious() {
        BitSet inPrevious = newestMessage > context ? previous.get() : new BitSet();
        int start = context;
        for (int i = context; i < newestMessage; i++) {
            HistoryElement element = elements.get(i);
            boolean isOwn = session.hasConversation() && element.isIn(session);
            boolean isBefore = inPrevious.get(element.index()) || element.endsWith(session.beforeReset());
            start = isBefore && !isOwn ? i + 1 : start;
        }
        if (start > context) { // A history begins with a message of the person, not with an answer or a result.
            while (start < newestMessage && !elements.get(start).isUserMessage()) {
                start++;
            }
        }
        return start;
    }
}
