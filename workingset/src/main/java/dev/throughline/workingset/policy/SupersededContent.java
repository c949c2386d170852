package dev.throughline.workingset.policy;

import dev.throughline.workingset.CallSubject;
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
 * What a later piece shows as it is now, so that it need not be sent twice: lines of a file that was read again, and
 * todo lists that were written anew. The newest read of every line stays, with some lines around it of an older one, so
 * an edit of a few lines finds what it replaces in one piece.
 *
 * <pre>
 *   read at turn 3     lines 1-200
 *   edited at turn 9   line 120
 *   read at turn 12    lines 100-300      of the first read, lines 115-200 are superseded
 * </pre>
 *
 * <p>A few lines in a row that say the same and have the same numbers are the same place. Without numbers, or with
 * others because lines were added above, it takes many: files repeat themselves. What stands between two such places
 * was changed, and the later read shows what it became.
 */
final class SupersededContent {
    /** As many lines in a row with the same numbers are the same place in a file. */
    private static final int LEAST_RUN = 8;

    /** As many lines in a row are the same place, whatever their numbers. */
    private static final int LEAST_MOVED_RUN = 20;

    /** As many lines between two such places may have changed. */
    private static final int MOST_CHANGED = 40;

    private static final int FEW_DELETED = 3;

    /**
     * As many lines stay beside those that stay in any case, and where one later read ends and another begins: what an
     * edit replaces stood in one piece, and the place where it is read again may end in its middle.
     */
    static final int OVERLAP = 15;

    /** Lines that a tool may say before those of a file. */
    private static final int MOST_HEADER = 6;

    /** Fewer lines than this are not worth a gap. */
    private static final int LEAST_LINES = 20;

    private static final BitSet NO_LINES = new BitSet();

    /** Of no chain. */
    static final SupersededContent NOTHING = new SupersededContent();

    private final Map<Integer, BitSet> lines = new HashMap<>();
    private final BitSet todos = new BitSet();
    private final Map<Integer, Integer> later = new HashMap<>();
    private final Map<String, BitSet> reads = new HashMap<>();

    private SupersededContent() {}

    static SupersededContent in(Chain chain, WorkingSet set) {
        SupersededContent superseded = new SupersededContent();
        FileReads files = new FileReads(chain);
        Map<String, Shown> shownFiles = new HashMap<>();
        TodoLists lists = new TodoLists(chain);
        for (int i = chain.size() - 1; i >= 0; i--) {
            Piece piece = chain.piece(i);
            if (set.isHidden(i) || !set.isReadable(i)) {
                continue;
            }
            if (piece.subject().kind() == CallSubject.Kind.TODO) {
                superseded.list(i, lists.replacement(i));
            }
            if (FileReads.isRead(piece)) {
                String file = files.of(i);
                Shown shown = shownFiles.computeIfAbsent(file, _ -> new Shown(chain, files));
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

    private void read(int index, Shown shown) {
        if (shown.isEmpty()) {
            return;
        }
        Again again = shown.again(index);
        if (again.lines().cardinality() >= LEAST_LINES) {
            lines.put(index, again.lines());
            later.put(index, again.newest());
        }
    }

    /**
     * What is shown again of a piece.
     *
     * @param newest the newest piece that shows some of it
     */
    private record Again(BitSet lines, int newest) {}

    /** What reads of one file that stand whole in the prompt show of it; of each line the newest. */
    private static final class Shown {
        /** Where a line stands. */
        private record Place(int piece, int line) {}

        /** Of lines that no read shows, or one at two places. */
        private static final Place UNCLEAR = new Place(-1, -1);

        private final Chain chain;
        private final FileReads files;
        private final List<Integer> waiting = new ArrayList<>();
        private final Map<Integer, Place> numbers = new HashMap<>();
        private final Map<Long, Place> runs = new HashMap<>();

        Shown(Chain chain, FileReads files) {
            this.chain = chain;
            this.files = files;
        }

        /** Adds a read that is older than those before. It is looked at when there is one to compare it with. */
        void add(int piece) {
            waiting.add(piece);
        }

        boolean isEmpty() {
            return waiting.isEmpty() && numbers.isEmpty() && runs.isEmpty();
        }

        private void look() {
            for (int piece : waiting) {
                LineKeys keys = chain.lineKeys(piece);
                for (int i = 0; i < keys.count(); i++) {
                    if (keys.isNumbered(i)) {
                        numbers.putIfAbsent(keys.number(i), new Place(piece, i));
                    }
                    if (i + LEAST_MOVED_RUN <= keys.count()) {
                        runs.merge(
                                keys.key(i, LEAST_MOVED_RUN),
                                new Place(piece, i),
                                (known, again) -> known.piece() == again.piece() ? UNCLEAR : known);
                    }
                }
            }
            waiting.clear();
        }

        /** The lines of an older read that are shown again, and those between them that have changed since. */
        Again again(int old) {
            look();
            Older older = new Older(old, chain.lineKeys(old));
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
                if (before == null || !run.isBehindAChange(before)) {
                    set(shown, keys, first, before);
                    first = run;
                }
                newest = Math.max(newest, run.at().piece());
                before = run;
                line = run.end();
            }
            set(shown, keys, first, before);
            return new Again(shown, newest);
        }

        /** Notes what one later read shows in a row, but for the lines that stay beside the rest of the file. */
        private static void set(BitSet shown, LineKeys keys, @Nullable Run begin, @Nullable Run last) {
            if (begin != null && last != null) {
                int first = begin.from();
                // Two reads that begin alike behind headers of one length begin with the same line of the file.
                boolean isTop = first <= keys.begin()
                        || (first <= MOST_HEADER && first == begin.at().line());
                int from = isTop ? first : first + OVERLAP;
                int to = last.end() >= keys.end() ? last.end() : last.end() - OVERLAP;
                if (to - from >= LEAST_RUN) {
                    shown.set(from, to);
                }
            }
        }

        private @Nullable Run run(Older older, int line) {
            LineKeys keys = older.keys;
            Place same = keys.isNumbered(line) ? numbers.get(keys.number(line)) : null;
            Run run = run(keys, line, same, LEAST_RUN);
            if (run != null || line + LEAST_MOVED_RUN > keys.count()) {
                return run;
            }
            long key = keys.key(line, LEAST_MOVED_RUN);
            Place moved = runs.getOrDefault(key, UNCLEAR);
            return !moved.equals(UNCLEAR) && !older.isUnclear(key) && mayBe(older.piece, keys.isNumbered(line), moved)
                    ? run(keys, line, moved, LEAST_MOVED_RUN)
                    : null;
        }

        /** Whether lines of an older read may be there now: numbers change only when a file is written to. */
        private boolean mayBe(int old, boolean isNumbered, Place place) {
            boolean areNumbered = isNumbered && chain.lineKeys(place.piece()).isNumbered(place.line());
            return !areNumbered || files.isWrittenBetween(old, place.piece());
        }

        private @Nullable Run run(LineKeys keys, int line, @Nullable Place place, int least) {
            if (place == null) {
                return null;
            }
            int count = keys.common(line, chain.lineKeys(place.piece()), place.line());
            return count >= least ? new Run(line, count, place) : null;
        }

        /** A read that is compared with later ones. */
        private static final class Older {
            final int piece;
            final LineKeys keys;
            private @Nullable Set<Long> unclear;

            Older(int piece, LineKeys keys) {
                this.piece = piece;
                this.keys = keys;
            }

            /** Whether lines with this key stand in it more than once; looked up when something has moved. */
            boolean isUnclear(long key) {
                if (unclear == null) {
                    unclear = repeated(keys);
                }
                return unclear.contains(key);
            }

            private static Set<Long> repeated(LineKeys keys) {
                Set<Long> known = new HashSet<>();
                Set<Long> repeated = new HashSet<>();
                for (int i = 0; i + LEAST_MOVED_RUN <= keys.count(); i++) {
                    long key = keys.key(i, LEAST_MOVED_RUN);
                    if (!known.add(key)) {
                        repeated.add(key);
                    }
                }
                return repeated;
            }
        }

        /** Lines in a row that stand at another place, too. */
        private record Run(int from, int count, Place at) {
            int end() {
                return from + count;
            }

            /** Whether what stands between another run and this one has become what stands between their places. */
            boolean isBehindAChange(Run before) {
                int was = from - before.end();
                int is = at.line() - (before.at().line() + before.count());
                boolean isInOrder = at.piece() == before.at().piece() && is >= 0;
                // More than a few lines that are gone were not changed: that read left them out.
                return isInOrder && was <= MOST_CHANGED && was <= 2 * is + FEW_DELETED;
            }
        }
    }

    /** The lines of a piece that are shown later; not to be written to. */
    BitSet lines(int index) {
        return lines.getOrDefault(index, NO_LINES);
    }

    boolean hasLines(int index) {
        return lines.containsKey(index);
    }

    /** The reads of each file that the model still sees, in part or whole. */
    Collection<BitSet> reads() {
        return reads.values();
    }

    /** Whether a piece writes or shows a todo list that a later one has replaced. */
    boolean isTodo(int index) {
        return todos.get(index);
    }

    /** The newest piece that shows some of what a superseded one says. */
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
