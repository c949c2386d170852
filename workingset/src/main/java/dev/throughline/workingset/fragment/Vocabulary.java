package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.fragment.Marks.Kind;
import dev.throughline.workingset.fragment.Marks.Mark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Which marks stand in which pieces of a chain: so one can tell what would be lost if a piece went.
 *
 * <p>Looked up when something is to be cleared, which is seldom, and thrown away then. It takes one look at all that was
 * ever said, so a decision of many steps makes one and takes it {@link #afresh} for each.
 */
public final class Vocabulary {
    /** What stands in more pieces than this is common: the agent meets it again anyhow. */
    private static final int RARE_PIECES = 3;

    /** What stands in more than this says nothing about where to look. */
    private static final int COMMON_PIECES = 12;

    private static final Pattern DECLARATION = Pattern.compile(
            "^\\s*(?:export |public |private |protected |static |final |async |abstract |default |pub )*"
                    + "(?:func|def|class|interface|type|struct|enum|fn|function|record|const|var|let|impl|trait|package"
                    + "|module)\\b|^[+-]");
    private static final double DECLARED = 2;
    private static final double PER_PIECE = 0.5;
    private static final double PER_CHARACTER = 0.001;

    private final Places places;
    private final Set<String> named = new HashSet<>();

    /** The marks of all pieces of the chain, looked up when they are first asked for. */
    public Vocabulary(Chain chain) {
        this(new Places(chain));
    }

    private Vocabulary(Places places) {
        this.places = places;
    }

    /** The same marks, none of which was given yet. */
    public Vocabulary afresh() {
        return new Vocabulary(places);
    }

    /** Where each mark stands. */
    private static final class Places {
        private final Chain chain;
        private final Map<String, int[]> pieces = new HashMap<>();
        private final List<Map<String, Mark>> marks = new ArrayList<>();

        Places(Chain chain) {
            this.chain = chain;
        }

        /** The pieces in which a mark stands; of a common one only enough to tell that it is. */
        int[] of(String mark) {
            look();
            return pieces.getOrDefault(mark, new int[0]);
        }

        Collection<Mark> in(int piece) {
            look();
            return marks.get(piece).values();
        }

        private void look() {
            for (int i = marks.size(); i < chain.size(); i++) {
                Map<String, Mark> own = new LinkedHashMap<>();
                Marks.in(chain.reading(i), mark -> own.putIfAbsent(mark.text(), mark));
                marks.add(own);
                for (String mark : own.keySet()) {
                    place(mark, i);
                }
            }
        }

        private void place(String mark, int piece) {
            int[] known = pieces.getOrDefault(mark, new int[0]);
            if (known.length <= COMMON_PIECES) {
                int[] more = Arrays.copyOf(known, known.length + 1);
                more[known.length] = piece;
                pieces.put(mark, more);
            }
        }
    }

    /**
     * The rarest marks of a piece that the model can read nowhere else, the most telling first, in so many characters.
     * Each is given once: who asked for it names it.
     *
     * @param isReadable whether another piece will still show what it holds
     */
    public List<String> rarest(int piece, int characters, IntPredicate isReadable) {
        return rarest(piece, characters, isReadable, "");
    }

    /** The same without what stands in a text that is left of the piece. */
    List<String> rarest(int piece, int characters, IntPredicate isReadable, CharSequence left) {
        String rest = left.toString();
        List<Scored> found = new ArrayList<>();
        for (Mark mark : places.in(piece)) {
            int[] all = places.of(mark.text());
            if (all.length <= RARE_PIECES
                    && !named.contains(mark.text())
                    && Arrays.stream(all).noneMatch(other -> other != piece && isReadable.test(other))
                    && !rest.contains(mark.text())) {
                found.add(new Scored(mark, score(piece, mark, all.length)));
            }
        }
        found.sort(Comparator.comparingDouble(Scored::score).reversed());
        List<String> chosen = new ArrayList<>();
        int length = 0;
        for (Scored scored : found) {
            int more = scored.mark().text().length() + 1;
            if (length + more <= characters) {
                chosen.add(scored.mark().text());
                named.add(scored.mark().text());
                length += more;
            }
        }
        return chosen;
    }

    /** Whether somebody spoke of a name, in words or in a call, and it is not on everybody's lips. */
    boolean isMentioned(Mark mark) {
        int[] all = places.of(mark.text());
        return mark.kind() == Kind.IDENTIFIER
                && all.length <= COMMON_PIECES
                && Arrays.stream(all)
                        .anyMatch(place -> !places.chain.piece(place).isResult());
    }

    private record Scored(Mark mark, double score) {}

    private double score(int piece, Mark mark, int count) {
        String text = places.chain.reading(piece);
        int start = text.lastIndexOf('\n', mark.start()) + 1;
        int end = text.indexOf('\n', mark.start());
        boolean isDeclared = DECLARATION
                .matcher(text.substring(start, end < 0 ? text.length() : end))
                .find();
        double kind = mark.kind() == Kind.IDENTIFIER ? 0 : 1;
        return kind
                + (isDeclared ? DECLARED : 0)
                + count * PER_PIECE
                - mark.text().length() * PER_CHARACTER;
    }
}
