package dev.throughline.workingset.policy;

import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.FilePath;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.policy.RewritePlan.Action;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The number of turns for which a piece stays, by its kind. The output of a command is used within a few turns, a file
 * is edited long after it was read, and pieces about a file stay as long as anything uses that file. Late in a session
 * old results are rarely needed again.
 *
 * <p>A read is removed as a whole: an edit needs contiguous text. Only what a later read of the same file shows is
 * removed earlier. Calls stay as the model made them, or are removed with their exchange: models imitate notes in the
 * arguments of calls.
 *
 * @param output turns for results of commands, searches, listings and edits
 * @param file turns for reads
 * @param exchange turns for whole exchanges, with the model's texts and calls
 * @param late the turn from which results stay half as long
 * @param newest the number of newest results that always stay
 */
public record Retention(int output, int file, int exchange, int late, int newest) {
    public static final Retention DEFAULT = new Retention(12, 40, 70, 60, 8);

    /** A failure stays at least this long, because it may not be fixed yet. */
    private static final int FAILURE = 20;

    /** A smaller result is not worth a note. */
    static final int SMALL_TOKENS = 100;

    /** The part of a read that a later one must show for it to be cut. */
    private static final double MIN_SHOWN_LATER = 0.2;

    /** The plan for removal if only a part of each period counts. The newest exchange and newest results stay. */
    RewritePlan plan(Chain chain, WorkingSet set, double part) {
        RewritePlan plan = new RewritePlan(chain, SupersededContent.in(chain, set));
        LastUse lastUse = new LastUse(chain);
        int end = firstProtected(chain);
        for (int i = 0; i < end; i++) {
            boolean mayChange = set.isReadable(i) && chain.piece(i).mayBeCleared();
            if (mayChange && chain.piece(i).tokens() > SMALL_TOKENS) {
                double age = lastUse.turnsSince(i) * (lastUse.now() > late ? 2 : 1) / part;
                plan.set(i, action(chain, set, i, age, plan.superseded()));
            }
        }
        for (PieceRange range : Exchanges.before(chain, set, end)) {
            if (set.replacementEnd(range.first()) < range.first() && lastUse.turnsSince(range) / part >= exchange) {
                plan.drop(range);
            }
        }
        plan.superseded().reads().forEach(reads -> clearNotesToRemoved(reads, set, plan));
        return plan;
    }

    /** A note that refers to a later read of its file is cleared together with that read. */
    private static void clearNotesToRemoved(BitSet reads, WorkingSet set, RewritePlan plan) {
        int last = reads.length() - 1;
        while (last >= 0 && !plan.removes(last)) {
            last = reads.previousSetBit(last - 1);
        }
        for (int i = reads.nextSetBit(0); i >= 0 && i < last; i = reads.nextSetBit(i + 1)) {
            if (set.isSuperseded(i)) {
                plan.bind(i, last);
            }
            if ((set.isSuperseded(i) || plan.action(i) == Action.SUPERSEDE) && !plan.removes(i)) {
                plan.set(i, Action.CLEAR);
            }
        }
    }

    private Action action(Chain chain, WorkingSet set, int index, double age, SupersededContent superseded) {
        Piece piece = chain.piece(index);
        if (piece.isCall()) {
            return superseded.isTodo(index) ? Action.SUPERSEDE : Action.KEEP;
        }
        int turns = piece.subject().kind() == CallKind.READ ? file : output;
        if (age >= (piece.isError() ? Math.max(turns, FAILURE) : turns) || superseded.isTodo(index)) {
            return Action.CLEAR;
        }
        double left = (1 - superseded.part(chain, index)) * piece.tokens();
        boolean isShownLater =
                superseded.hasLines(index) && left + MIN_SHOWN_LATER * piece.tokens() <= set.tokens(index);
        return isShownLater ? Action.SUPERSEDE : Action.KEEP;
    }

    /** The first piece of the newest exchange and the newest results, which always stay. */
    private int firstProtected(Chain chain) {
        int first = Exchanges.newest(chain);
        int results = 0;
        for (int i = chain.size() - 1; i >= 0 && results < newest; i--) {
            results += chain.piece(i).isResult() ? 1 : 0;
            first = Math.min(first, i);
        }
        return first;
    }

    /**
     * The turn in which each piece was last used: in which it was added, or a call used one of its files. Files are
     * compared by the last two segments of their paths, because a patch may name {@code src/a.go} what was read as
     * {@code /repo/src/a.go}; a path of one segment by its name. If two files are confused, their pieces only stay
     * longer.
     */
    private static final class LastUse {
        private final int[] came;
        private final int[] used;
        private final Map<String, Integer> usedEnds = new HashMap<>();
        private final Map<String, Integer> usedNames = new HashMap<>();

        LastUse(Chain chain) {
            this.came = chain.turns();
            this.used = came.clone();
            for (int i = 0; i < came.length; i++) {
                CallSubject subject = chain.piece(i).subject();
                if (subject.kind() == CallKind.READ || subject.kind() == CallKind.WRITE) {
                    for (String path : subject.paths()) {
                        String end = FilePath.end(path);
                        usedEnds.put(end, came[i]);
                        usedNames.put(name(end), came[i]);
                    }
                }
            }
            for (int i = 0; i < came.length; i++) {
                for (String path : chain.piece(i).subject().paths()) {
                    used[i] = Math.max(used[i], lastUse(FilePath.end(path)));
                }
            }
        }

        private static String name(String end) {
            return end.substring(end.lastIndexOf('/') + 1);
        }

        private int lastUse(String end) {
            String name = name(end);
            int byName = (name.equals(end) ? usedNames : usedEnds).getOrDefault(name, -1);
            return Math.max(usedEnds.getOrDefault(end, -1), byName);
        }

        int now() {
            return came.length == 0 ? 0 : came[came.length - 1] + 1;
        }

        int turnsSince(int index) {
            return now() - used[index];
        }

        int turnsSince(PieceRange range) {
            int min = Integer.MAX_VALUE;
            for (int i = range.first(); i <= range.last(); i++) {
                min = Math.min(min, turnsSince(i));
            }
            return min;
        }
    }
}
