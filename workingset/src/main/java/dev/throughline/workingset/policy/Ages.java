package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Subject;
import dev.throughline.workingset.edit.Edit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When a piece has outlived its use: the turns for which it stays, by what it is. Measured on recorded sessions: what a
 * command printed is used within a few turns, a file is edited long after it was read, and what is about a file stays
 * alive as long as anything touches that file.
 *
 * @param output what commands, searches and listings said
 * @param file what was read of a file, what was written to one whole, and what edits answered
 * @param edit long arguments of other calls
 * @param newest as many of the newest results always stay
 */
public record Ages(int output, int file, int edit, int newest) {
    public static final Ages USUAL = new Ages(10, 40, 15, 8);

    /** What a tool reported as a failure stays at least so long: it may not be mended yet. */
    private static final int FAILURE = 20;

    private static final int SMALL_TOKENS = 60;

    /**
     * What becomes of each piece when ages count only this part. The newest exchange and the newest results stay.
     */
    Fate[] fates(Chain chain, Sight sight, double part) {
        int[] turns = chain.turns();
        Fate[] fates = new Fate[chain.size()];
        Arrays.fill(fates, Fate.STAYS);
        int now = chain.size() == 0 ? 0 : turns[chain.size() - 1] + 1;
        Map<String, Integer> touched = touched(chain, turns);
        int open = newestExchange(chain);
        int results = 0;
        for (int i = chain.size() - 1; i >= 0; i--) {
            Piece piece = chain.piece(i);
            results += piece.isResult() ? 1 : 0;
            boolean isOpen = i >= open || (piece.isResult() && results <= newest);
            if (isOpen || !piece.mayBeCleared() || piece.tokens() <= SMALL_TOKENS) {
                continue;
            }
            int since = now - piece.subject().path().map(touched::get).orElse(turns[i]);
            fates[i] = sight.isReadable(i) ? fate(piece, sight.reword(i), since / part) : Fate.STAYS;
        }
        return fates;
    }

    /** The turn in which something last touched a file. */
    private static Map<String, Integer> touched(Chain chain, int[] turns) {
        Map<String, Integer> touched = new HashMap<>();
        for (int i = 0; i < chain.size(); i++) {
            if (chain.piece(i).isCall() || chain.piece(i).isResult()) {
                int turn = turns[i];
                chain.piece(i).subject().path().ifPresent(path -> touched.put(path, turn));
            }
        }
        return touched;
    }

    private Fate fate(Piece piece, Edit.@Nullable Reword reword, double turns) {
        if (turns >= stay(piece)) {
            return Fate.CLEARED;
        }
        boolean isFile = piece.mayBeCut() && piece.subject().sort() == Subject.Sort.READ && !piece.isError();
        boolean isCut = reword != null && reword.manner() == Edit.Manner.SHORTEN;
        return isFile && !isCut && turns >= output ? Fate.REGIONS : Fate.STAYS;
    }

    private int stay(Piece piece) {
        if (piece.isCall()) {
            return piece.subject().isWhole() ? file : edit;
        }
        int turns =
                switch (piece.subject().sort()) {
                    case READ, WRITE -> file;
                    case LISTING, SEARCH, BUILD, RUN, OTHER -> output;
                };
        return piece.isError() ? Math.max(turns, FAILURE) : turns;
    }

    /** Where the model's newest message begins; it and what follows is under way. */
    static int newestExchange(Chain chain) {
        return Exchanges.lastBefore(chain, chain.size());
    }
}
