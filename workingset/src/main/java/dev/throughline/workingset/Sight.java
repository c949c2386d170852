package dev.throughline.workingset;

import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the model sees of a chain under the edits in force, in tokens per piece.
 *
 * <pre>
 *   chain     u  a  c  r  a  c  r  u
 *   edits           Clear(r)  Replace(a..r)
 *   sight     u  a  c  ▪  [ block ]  u
 * </pre>
 */
public final class Sight {
    private static final int NONE = -1;

    private final List<Piece> pieces;
    private final long[] tokens;
    private final Edit.@Nullable Reword[] rewords;
    private final boolean[] hidden;
    private final int[] ends;

    private Sight(List<Piece> pieces) {
        this.pieces = pieces;
        this.tokens = new long[pieces.size()];
        this.rewords = new Edit.Reword[pieces.size()];
        this.hidden = new boolean[pieces.size()];
        this.ends = new int[pieces.size()];
        Arrays.fill(ends, NONE);
    }

    public static Sight of(List<Piece> pieces, EditLog log) {
        Sight sight = new Sight(pieces);
        for (int i = 0; i < pieces.size(); i++) {
            sight.look(i, log);
        }
        if (log.hasReplaces()) {
            sight.replace(log);
        }
        return sight;
    }

    private void look(int index, EditLog log) {
        Piece piece = pieces.get(index);
        Edit.Reword reword = log.reword(piece.node()).orElse(null);
        rewords[index] = reword;
        tokens[index] = reword == null ? piece.tokens() : reword.tokens();
        tokens[index] += log.prepend(piece.node()).map(Edit.Prepend::tokens).orElse(0L);
    }

    private void replace(EditLog log) {
        Map<Hash, Integer> places = ends(log);
        for (int i = 0; i < pieces.size(); i++) {
            for (Edit.Replace replace : log.replacesFrom(pieces.get(i).node())) {
                Integer last = places.get(replace.last());
                if (last != null && last >= i) { // One that ends nowhere is before every piece.
                    replace(i, last, replace.tokens());
                    i = last;
                    break;
                }
            }
        }
    }

    /** Where replacements end that begin in this chain. */
    private Map<Hash, Integer> ends(EditLog log) {
        Map<Hash, Integer> places = new HashMap<>();
        for (Piece piece : pieces) {
            log.replacesFrom(piece.node()).forEach(replace -> places.put(replace.last(), NONE));
        }
        for (int i = 0; i < pieces.size(); i++) {
            int at = i;
            places.computeIfPresent(pieces.get(i).node(), (_, _) -> at);
        }
        return places;
    }

    private void hide(int from, int to) {
        for (int i = from; i <= to; i++) {
            hidden[i] = true;
            tokens[i] = 0;
            ends[i] = NONE;
        }
    }

    /** Takes an edit of one piece that was just decided on. */
    public void reword(int index, Edit.@Nullable Reword reword) {
        long old = rewords[index] == null ? pieces.get(index).tokens() : rewords[index].tokens();
        rewords[index] = reword;
        tokens[index] += (reword == null ? pieces.get(index).tokens() : reword.tokens()) - old;
    }

    /** Takes a replacement that was just decided on. */
    public void replace(int first, int last, long size) {
        hide(first, last);
        tokens[first] = size;
        ends[first] = last;
    }

    /** The last piece of the replacement that begins with this one; -1 if none does. */
    public int replacedTo(int index) {
        return ends[index];
    }

    /** Whether a replacement stands in its place. */
    public boolean isHidden(int index) {
        return hidden[index];
    }

    /** Whether the model reads all that it says. */
    public boolean isWhole(int index) {
        Edit.Reword reword = rewords[index];
        return !hidden[index] && (reword == null || reword.manner() == Edit.Manner.UNPAD);
    }

    /** How it was reworded, or null if it was not. */
    public Edit.@Nullable Reword reword(int index) {
        return rewords[index];
    }

    /**
     * Whether the model still reads it as it came, or nearly so: what is cut out of it stands elsewhere or was
     * noise.
     */
    public boolean isReadable(int index) {
        Edit.Reword reword = rewords[index];
        return !hidden[index] && (reword == null || reword.manner() != Edit.Manner.CLEAR);
    }

    /** Tokens sent for a piece. */
    public long tokens(int index) {
        return tokens[index];
    }

    /** Tokens sent for all pieces from an index on. */
    public long tokensFrom(int index) {
        long sum = 0;
        for (int i = index; i < tokens.length; i++) {
            sum += tokens[i];
        }
        return sum;
    }

    public long total() {
        return tokensFrom(0);
    }
}
