package dev.throughline.workingset.policy;

import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.LineKeys;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.WorkingSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content that a later piece shows in its current state: lines of a file that was read again, and todo lists that
 * were replaced. The newest read of every line stays. Of older reads some lines around the removed ones stay, so that
 * an edit of a few lines finds contiguous text.
 *
 * <pre>
 *   read at turn 3     lines 1-200
 *   edited at turn 9   line 120
 *   read at turn 12    lines 100-300      of the first read, lines 115-200 are superseded
 * </pre>
 *
 * <p>A few equal lines in a row with the same numbers are the same place in the file. Without numbers, or with other
 * numbers because lines were added above, more lines must be equal, because files repeat themselves. What is between
 * two such places was changed, and the later read shows the current text.
 */
final class SupersededContent {
    /** Equal lines in a row, with equal numbers, that are the same place. */
    private static final int MIN_RUN = 8;

    /** Equal lines in a row that are the same place whatever their numbers. */
    private static final int MIN_MOVED_RUN = 20;

    /** Lines between two such places that may have changed. */
    private static final int MAX_CHANGED = 40;

    private static final int FEW_DELETED = 3;

    /**
     * Lines that stay on each side of a removed range. The text that an edit replaces may begin there and continue in
     * the lines of the later read.
     */
    static final int OVERLAP = 15;

    /** Lines that a tool may write before those of a file. */
    private static final int MAX_HEADER = 6;

    /** Fewer lines are not removed. */
    private static final int MIN_LINES = 20;

    private static final BitSet NO_LINES = new BitSet();

    static final SupersededContent NOTHING = new SupersededContent();

    private final Map<Integer, BitSet> lines = new HashMap<>();
    private final BitSet todos = new BitSet();
    private final Map<Integer, Integer> later = new HashMap<>();
    private final Map<String, BitSet> reads = new HashMap<>();

    private SupersededContent() {}

    static SupersededContent in(Chain chain, WorkingSet set) {
        SupersededContent superseded = new SupersededContent();
        FileReads files = new FileReads(chain);
        Map<String, ShownLines> shownFiles = new HashMap<>();
        TodoLists lists = new TodoLists(chain);
        for (int i = chain.size() - 1; i >= 0; i--) {
            Piece piece = chain.piece(i);
            if (set.isHidden(i) || !set.isReadable(i)) {
                continue;
            }
            if (piece.subject().kind() == CallKind.TODO) {
                superseded.list(i, lists.replacement(i));
            }
            if (FileReads.isRead(piece)) {
                String file = files.of(i);
                ShownLines shown = shownFiles.computeIfAbsent(file, _ -> new ShownLines(chain, files));
                superseded.reads.computeIfAbsent(file, _ -> new BitSet()).set(i);
                superseded.read(i, shown);
                if (set.isWhole(i)) {
                    shown.add(i);
                }
            }
        }
        return superseded;
    }

    private void list(int index, Optional<Integer> replacement) {
        replacement.ifPresent(newer -> {
            todos.set(index);
            later.put(index, newer);
        });
    }

    private void read(int index, ShownLines shown) {
        if (shown.isEmpty()) {
            return;
        }
        ShownLater shownLater = shown.shownLater(index);
        if (shownLater.lines().cardinality() >= MIN_LINES) {
            lines.put(index, shownLater.lines());
            later.put(index, shownLater.newest());
        }
    }

    /**
     * @param lines the lines of a piece that later ones show
     * @param newest the newest piece that shows some of them
     */
    private record ShownLater(BitSet lines, int newest) {}

    /** The lines that complete reads of one file show; the newest read of each line. */
    private static final class ShownLines {
        private record Place(int piece, int line) {}

        /** For lines that no read shows, or that one shows at two places. */
        private static final Place AMBIGUOUS = new Place(-1, -1);

        private final Chain chain;
        private final FileReads files;
        private final List<Integer> waiting = new ArrayList<>();
        private final Map<Integer, Place> numbers = new HashMap<>();
        private final Map<Long, Place> runs = new HashMap<>();

        ShownLines(Chain chain, FileReads files) {
            this.chain = chain;
            this.files = files;
        }

        /** Adds a read that is older than those before. It is indexed when there is one to compare it with. */
        void add(int piece) {
            waiting.add(piece);
        }

        boolean isEmpty() {
            return waiting.isEmpty() && numbers.isEmpty() && runs.isEmpty();
        }

        private void indexWaiting() {
            for (int piece : waiting) {
                LineKeys keys = chain.lineKeys(piece);
                for (int i = 0; i < keys.count(); i++) {
                    if (keys.isNumbered(i)) {
                        numbers.putIfAbsent(keys.number(i), new Place(piece, i));
                    }
                    if (i + MIN_MOVED_RUN <= keys.count()) {
                        runs.merge(
                                keys.key(i, MIN_MOVED_RUN),
                                new Place(piece, i),
                                (known, other) -> known.piece() == other.piece() ? AMBIGUOUS : known);
                    }
                }
            }
            waiting.clear();
        }

        /** The lines of an older read that are shown later, and changed lines between them. */
        ShownLater shownLater(int old) {
            indexWaiting();
            OlderRead older = new OlderRead(old, chain.lineKeys(old));
            LineKeys keys = older.keys;
            BitSet shown = new BitSet();
            int newest = old;
            Run first = null;
            Run before = null;
            int line = 0;
            while (line < keys.count()) {
                Run run = run(older, line);
                if (run == null) {
                    line++;
                    continue;
                }
                if (before == null || !run.followsChange(before)) {
                    set(shown, keys, first, before);
                    first = run;
                }
                newest = Math.max(newest, run.at().piece());
                before = run;
                line = run.end();
            }
            set(shown, keys, first, before);
            return new ShownLater(shown, newest);
        }

        /** Marks the lines that one later read shows in a row, except for the overlap. */
        private static void set(BitSet shown, LineKeys keys, @Nullable Run begin, @Nullable Run last) {
            if (begin != null && last != null) {
                int first = begin.from();
                // Two reads that begin alike after headers of equal length begin with the same line of the file.
                boolean isTop = first <= keys.begin()
                        || (first <= MAX_HEADER && first == begin.at().line());
                int from = isTop ? first : first + OVERLAP;
                int to = last.end() >= keys.end() ? last.end() : last.end() - OVERLAP;
                if (to - from >= MIN_RUN) {
                    shown.set(from, to);
                }
            }
        }

        private @Nullable Run run(OlderRead older, int line) {
            LineKeys keys = older.keys;
            Place same = keys.isNumbered(line) ? numbers.get(keys.number(line)) : null;
            Run run = run(keys, line, same, MIN_RUN);
            if (run != null || line + MIN_MOVED_RUN > keys.count()) {
                return run;
            }
            long key = keys.key(line, MIN_MOVED_RUN);
            Place moved = runs.getOrDefault(key, AMBIGUOUS);
            return !moved.equals(AMBIGUOUS)
                            && !older.isAmbiguous(key)
                            && mayHaveMoved(older.piece, keys.isNumbered(line), moved)
                    ? run(keys, line, moved, MIN_MOVED_RUN)
                    : null;
        }

        /** Whether lines may have moved: numbers change only if the file was written in between. */
        private boolean mayHaveMoved(int old, boolean isNumbered, Place place) {
            boolean areNumbered = isNumbered && chain.lineKeys(place.piece()).isNumbered(place.line());
            return !areNumbered || files.isWrittenBetween(old, place.piece());
        }

        private @Nullable Run run(LineKeys keys, int line, @Nullable Place place, int min) {
            if (place == null) {
                return null;
            }
            int count = keys.common(line, chain.lineKeys(place.piece()), place.line());
            return count >= min ? new Run(line, count, place) : null;
        }

        private static final class OlderRead {
            final int piece;
            final LineKeys keys;
            private @Nullable Set<Long> ambiguous;

            OlderRead(int piece, LineKeys keys) {
                this.piece = piece;
                this.keys = keys;
            }

            /** Whether lines with this key occur more than once in it. */
            boolean isAmbiguous(long key) {
                if (ambiguous == null) {
                    ambiguous = repeated(keys);
                }
                return ambiguous.contains(key);
            }

            private static Set<Long> repeated(LineKeys keys) {
                Set<Long> known = new HashSet<>();
                Set<Long> repeated = new HashSet<>();
                for (int i = 0; i + MIN_MOVED_RUN <= keys.count(); i++) {
                    long key = keys.key(i, MIN_MOVED_RUN);
                    if (!known.add(key)) {
                        repeated.add(key);
                    }
                }
                return repeated;
            }
        }

        /** Lines in a row that a later read shows. */
        private record Run(int from, int count, Place at) {
            int end() {
                return from + count;
            }

            /** Whether the lines between another run and this one were changed to those between their places. */
            boolean followsChange(Run before) {
                int oldLines = from - before.end();
                int newLines = at.line() - (before.at().line() + before.count());
                boolean isInOrder = at.piece() == before.at().piece() && newLines >= 0;
                // If many more lines are missing, the later read left them out.
                return isInOrder && oldLines <= MAX_CHANGED && oldLines <= 2 * newLines + FEW_DELETED;
            }
        }
    }

    /** The lines of a piece that are shown later. The set must not be changed. */
    BitSet lines(int index) {
        return lines.getOrDefault(index, NO_LINES);
    }

    boolean hasLines(int index) {
        return lines.containsKey(index);
    }

    /** The reads of each file that the model can still see, at least in part. */
    Collection<BitSet> reads() {
        return reads.values();
    }

    /** Whether a piece writes or shows a todo list that a later call replaced. */
    boolean isTodo(int index) {
        return todos.get(index);
    }

    /** The newest piece that shows some content of a superseded one. */
    int later(int index) {
        return later.getOrDefault(index, index);
    }

    /** The part of a piece that is shown later. */
    double part(Chain chain, int index) {
        boolean isCall = chain.piece(index).isCall();
        return isCall || !hasLines(index)
                ? (isTodo(index) ? 1 : 0)
                : lines(index).cardinality() / (double) chain.lineKeys(index).count();
    }
}
