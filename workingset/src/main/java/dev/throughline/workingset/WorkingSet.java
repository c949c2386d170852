package dev.throughline.workingset;

import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The history that the model sees, as tokens per piece, after the edits are applied. Not changed after construction,
 * except in an {@link EditableWorkingSet}, which a policy uses to try edits.
 *
 * <pre>
 *   chain         u  a  c  r  a  c  r  u
 *   edits                  Reword(r, CLEAR)
 *                             Replace(a..r)
 *   working set   u  a  c  ▪  [ block ]  u
 * </pre>
 */
public sealed class WorkingSet permits WorkingSet.EditableWorkingSet {
    private static final int NONE = -1;

    private final List<Piece> pieces;
    private final long[] tokens;
    private final Edit.@Nullable Reword[] rewordings;
    private final boolean[] hidden;
    private final int[] replacementEnds;

    private WorkingSet(List<Piece> pieces) {
        this.pieces = pieces;
        this.tokens = pieces.stream().mapToLong(Piece::tokens).toArray();
        this.rewordings = new Edit.Reword[pieces.size()];
        this.hidden = new boolean[pieces.size()];
        this.replacementEnds = new int[pieces.size()];
        Arrays.fill(replacementEnds, NONE);
    }

    private WorkingSet(WorkingSet other) {
        this.pieces = other.pieces;
        this.tokens = other.tokens.clone();
        this.rewordings = other.rewordings.clone();
        this.hidden = other.hidden.clone();
        this.replacementEnds = other.replacementEnds.clone();
    }

    public static WorkingSet of(List<Piece> pieces, EditLog log) {
        WorkingSet set = new WorkingSet(pieces);
        set.apply(log);
        return set;
    }

    /** The working set with further edits. */
    public WorkingSet with(List<Edit> edits) {
        if (edits.isEmpty()) {
            return this;
        }
        WorkingSet set = new WorkingSet(this);
        set.apply(new EditLog().with(edits));
        return set;
    }

    private void apply(EditLog log) {
        for (int i = 0; i < pieces.size(); i++) {
            Hash node = pieces.get(i).node();
            Optional<Edit.Reword> reword = log.reword(node);
            if (reword.isPresent() || log.isRestored(node)) {
                reword(i, reword.orElse(null));
            }
            tokens[i] += log.prepend(node).map(Edit.Prepend::tokens).orElse(0L);
        }
        if (log.hasReplaces()) {
            replace(log);
        }
    }

    private void replace(EditLog log) {
        Map<Hash, Integer> lastPieces = new HashMap<>();
        for (Piece piece : pieces) {
            log.replacesFrom(piece.node()).forEach(replace -> lastPieces.put(replace.last(), NONE));
        }
        for (int i = 0; i < pieces.size(); i++) {
            int at = i;
            lastPieces.computeIfPresent(pieces.get(i).node(), (_, _) -> at);
        }
        for (int i = 0; i < pieces.size(); i++) {
            for (Edit.Replace replace : log.replacesFrom(pieces.get(i).node())) {
                Integer last = lastPieces.get(replace.last());
                if (last != null && last >= i) { // NONE if its end is not in this chain.
                    replace(new PieceRange(i, last), replace.tokens());
                    i = last;
                    break;
                }
            }
        }
    }

    private void replace(PieceRange range, long size) {
        for (int i = range.first(); i <= range.last(); i++) {
            hidden[i] = true;
            tokens[i] = 0;
            replacementEnds[i] = NONE;
        }
        tokens[range.first()] = size;
        replacementEnds[range.first()] = range.last();
    }

    private void reword(int index, Edit.@Nullable Reword reword) {
        long original = pieces.get(index).tokens();
        long old = rewordings[index] == null ? original : rewordings[index].tokens();
        rewordings[index] = reword;
        tokens[index] += hidden[index] ? 0 : (reword == null ? original : reword.tokens()) - old;
    }

    /** A mutable copy to which a policy applies its edits. */
    public static final class EditableWorkingSet extends WorkingSet {
        public EditableWorkingSet(WorkingSet from) {
            super(from);
        }

        public void apply(int index, Edit.Reword reword) {
            super.reword(index, reword);
        }

        public void apply(PieceRange range, Edit.Replace replace) {
            super.replace(range, replace.tokens());
        }
    }

    /** The last piece of the replacement that begins with this piece; -1 if none does. */
    public int replacementEnd(int index) {
        return replacementEnds[index];
    }

    /** Whether a replacement covers the piece. */
    public boolean isHidden(int index) {
        return hidden[index];
    }

    /** Whether the model can read the whole piece, except for padding. */
    public boolean isWhole(int index) {
        Edit.Reword reword = rewordings[index];
        return !hidden[index] && (reword == null || reword.kind().keepsAll());
    }

    /** The rewording of the piece; null if it has none. */
    public Edit.@Nullable Reword reword(int index) {
        return rewordings[index];
    }

    /** Whether a later piece shows what was left out of the piece. */
    public boolean isSuperseded(int index) {
        Edit.Reword reword = rewordings[index];
        return reword != null && reword.kind() == Edit.RewordKind.SUPERSEDE;
    }

    /** Whether the model can read at least a part of the piece: it is neither cleared nor covered by a replacement. */
    public boolean isReadable(int index) {
        Edit.Reword reword = rewordings[index];
        return !hidden[index] && (reword == null || reword.kind().isReadable());
    }

    /** Tokens sent for a piece. */
    public long tokens(int index) {
        return tokens[index];
    }

    /** Tokens sent for a range of pieces. */
    public long tokens(PieceRange range) {
        return Arrays.stream(tokens, range.first(), range.last() + 1).sum();
    }

    /** Tokens sent for all pieces from an index on. */
    public long tokensFrom(int index) {
        return tokens(new PieceRange(index, tokens.length - 1));
    }

    public long total() {
        return tokensFrom(0);
    }
}
