package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.FilePath;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Subject;
import dev.throughline.workingset.edit.Edit;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When a piece has outlived its use: the turns for which it stays, by what it is. Measured on recorded sessions: what a
 * command printed is used within a few turns, a file is edited long after it was read, and what is about a file stays
 * alive as long as anything touches that file. Late in a session old results are hardly ever needed again.
 *
 * <p>A file that was read stands whole until it goes whole: an edit needs what it replaces in one piece. Only what a
 * later read of the same file shows leaves it before that. Calls stay as the model made them, or go with their
 * exchange: a note of ours in the arguments of a call would teach the model to write such calls.
 *
 * @param output what commands, searches and listings said, and what edits answered
 * @param file what was read of a file
 * @param exchange whole exchanges, the model's own words and calls included
 * @param late from this turn on results stay half as long
 * @param newest as many of the newest results always stay
 */
public record Ages(int output, int file, int exchange, int late, int newest) {
    public static final Ages USUAL = new Ages(12, 40, 70, 60, 8);

    /** What a tool reported as a failure stays at least so long: it may not be mended yet. */
    private static final int FAILURE = 20;

    /** A result below this is not worth a note. */
    static final int SMALL_TOKENS = 100;

    /** The part of a read that must be shown later for it to be cut. */
    private static final double LEAST_PART = 0.2;

    /**
     * What becomes of each piece when ages count only this part. The newest exchange and the newest results stay.
     */
    Fates fates(Chain chain, Sight sight, double part) {
        Fates fates = Fates.none(chain, Superseded.in(chain, sight));
        Turns turns = new Turns(chain);
        int open = open(chain);
        for (int i = 0; i < open; i++) {
            boolean mayChange = sight.isReadable(i) && chain.piece(i).mayBeCleared();
            if (mayChange && chain.piece(i).tokens() > SMALL_TOKENS) {
                double since = turns.since(i) * (turns.now() > late ? 2 : 1) / part;
                fates.set(i, fate(chain, sight, i, since, fates.superseded()));
            }
        }
        for (Exchanges.Span span : Exchanges.before(chain, sight, open)) {
            if (sight.replacedTo(span.first()) < span.first() && turns.since(span) / part >= exchange) {
                fates.drop(span);
            }
        }
        fates.superseded().reads().forEach(reads -> together(reads, sight, fates));
        return fates;
    }

    /** A note that leads to a later read of its file is gone when that read is. */
    private static void together(BitSet reads, Sight sight, Fates fates) {
        int last = reads.length() - 1;
        while (last >= 0 && !fates.goes(last)) {
            last = reads.previousSetBit(last - 1);
        }
        for (int i = reads.nextSetBit(0); i >= 0 && i < last; i = reads.nextSetBit(i + 1)) {
            Edit.Reword reword = sight.reword(i);
            boolean isNoted = reword != null && reword.manner() == Edit.Manner.SUPERSEDE;
            if (isNoted) {
                fates.bind(i, last);
            }
            if ((isNoted || fates.of(i) == Fate.SUPERSEDED) && !fates.goes(i)) {
                fates.set(i, Fate.CLEARED);
            }
        }
    }

    private Fate fate(Chain chain, Sight sight, int index, double turns, Superseded superseded) {
        Piece piece = chain.piece(index);
        if (piece.isCall()) {
            return superseded.isTodo(index) ? Fate.SUPERSEDED : Fate.STAYS;
        }
        if (turns >= stay(piece) || superseded.isTodo(index)) {
            return Fate.CLEARED;
        }
        double left = (1 - superseded.part(chain, index)) * piece.tokens();
        boolean isShown = superseded.hasLines(index) && left + LEAST_PART * piece.tokens() <= sight.tokens(index);
        return isShown ? Fate.SUPERSEDED : Fate.STAYS;
    }

    private int stay(Piece piece) {
        int turns = piece.subject().sort() == Subject.Sort.READ ? file : output;
        return piece.isError() ? Math.max(turns, FAILURE) : turns;
    }

    /** Where begins what always stays: the newest exchange, and the newest results. */
    private int open(Chain chain) {
        int open = newestExchange(chain);
        int results = 0;
        for (int i = chain.size() - 1; i >= 0 && results < newest; i--) {
            results += chain.piece(i).isResult() ? 1 : 0;
            open = Math.min(open, i);
        }
        return open;
    }

    /** Where the model's newest message begins; it and what follows is under way. */
    static int newestExchange(Chain chain) {
        return Exchanges.lastBefore(chain, chain.size());
    }

    /**
     * How long ago pieces were of use: since they came, or since something touched one of their files. A file is known
     * by the last two segments of its path, as a patch names {@code src/a.go} what was read as {@code
     * /repo/src/a.go}; where one path is a name alone, by its name. Files that are taken for one only stay longer.
     */
    private static final class Turns {
        /** A file by its path; most paths of a chain are named many times. */
        private record File(String end, String name) {
            static File of(String path) {
                String end = FilePath.end(path);
                return new File(end, end.substring(end.lastIndexOf('/') + 1));
            }
        }

        private final int[] came;
        private final int[] used;
        private final Map<String, File> files = new HashMap<>();
        private final Map<String, Integer> touchedEnds = new HashMap<>();
        private final Map<String, Integer> touchedNames = new HashMap<>();

        Turns(Chain chain) {
            this.came = chain.turns();
            this.used = came.clone();
            for (int i = 0; i < came.length; i++) {
                Subject subject = chain.piece(i).subject();
                if (subject.sort() == Subject.Sort.READ || subject.sort() == Subject.Sort.WRITE) {
                    for (int path = 0; path < subject.paths().size(); path++) {
                        File file = file(subject.paths().get(path));
                        touchedEnds.put(file.end(), came[i]);
                        touchedNames.put(file.name(), came[i]);
                    }
                }
            }
            for (int i = 0; i < came.length; i++) {
                List<String> paths = chain.piece(i).subject().paths();
                for (int path = 0; path < paths.size(); path++) {
                    used[i] = Math.max(used[i], touched(file(paths.get(path))));
                }
            }
        }

        private File file(String path) {
            return files.computeIfAbsent(path, File::of);
        }

        /** When a file was touched last; -1 if never. Under a name alone stands what is known by nothing more. */
        private int touched(File file) {
            int byEnd = touchedEnds.getOrDefault(file.end(), -1);
            Map<String, Integer> others = file.name().equals(file.end()) ? touchedNames : touchedEnds;
            return Math.max(byEnd, others.getOrDefault(file.name(), -1));
        }

        int now() {
            return came.length == 0 ? 0 : came[came.length - 1] + 1;
        }

        int since(int index) {
            return now() - used[index];
        }

        /** The same of the piece that was of use last. */
        int since(Exchanges.Span span) {
            int least = Integer.MAX_VALUE;
            for (int i = span.first(); i <= span.last(); i++) {
                least = Math.min(least, since(i));
            }
            return least;
        }
    }
}
