package dev.throughline.workingset.fragment;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.fragment.Marks.Kind;
import dev.throughline.workingset.fragment.Marks.Mark;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Which marks stand in which pieces of a chain: so one can tell what would be lost if a piece went.
 *
 * <p>Looked up when something is to be cleared, which is seldom, and thrown away then. It is made of the keys that the
 * chain remembers, and only pieces that go are read again. A decision of many steps makes one and takes it
 * {@link #afresh} for each.
 */
public final class Vocabulary {
    /** What stands in more pieces than this is common: the agent meets it again anyhow. */
    private static final int RARE_PIECES = 3;

    private static final Pattern DECLARATION = Pattern.compile(
            "^\\s*(?:export |public |private |protected |static |final |async |abstract |default |pub ){0,8}+"
                    + "(?:func|def|class|interface|type|struct|enum|fn|function|record|const|var|let|impl|trait|package"
                    + "|module)\\b|^[+-]");
    private static final double DECLARED = 2;
    private static final double PER_PIECE = 0.5;
    private static final double PER_CHARACTER = 0.001;

    private static final Hasher64 KEY = Hashing.xxh3_64();

    private final Chain chain;
    private final Looking looking;
    private final Set<String> named = new HashSet<>();

    /** The marks of all pieces of the chain, looked up when they are first asked for. */
    public Vocabulary(Chain chain) {
        this(chain, new Looking());
    }

    private Vocabulary(Chain chain, Looking looking) {
        this.chain = chain;
        this.looking = looking;
    }

    /** The same marks, none of which was given yet. */
    public Vocabulary afresh() {
        return new Vocabulary(chain, looking);
    }

    /** Where each mark stands, as far as was looked. */
    private static final class Looking {
        private final Places places = new Places();
        private int looked;
    }

    private Places places() {
        for (; looking.looked < chain.size(); looking.looked++) {
            for (long key : chain.marks(looking.looked)) {
                looking.places.add(key, looking.looked);
            }
        }
        return looking.places;
    }

    /** The keys of the marks in a text, each once: what a chain remembers of a piece, so that it is read once. */
    public static long[] keys(String reading) {
        LongStream.Builder keys = LongStream.builder();
        Marks.in(reading, mark -> keys.add(key(mark)));
        return keys.build().distinct().toArray();
    }

    private static long key(Mark mark) {
        return KEY.hashCharsToLong(mark.text());
    }

    /**
     * The rarest paths and identifiers of a piece that the model can read nowhere else, the most telling first: at
     * most so many, in so many characters. Numbers and hashes are left out: alone they say nothing. Each is given once:
     * who asked for it names it.
     *
     * @param isReadable whether another piece will still show what it holds
     */
    public List<String> rarest(int piece, int most, int characters, IntPredicate isReadable) {
        Declared declared = new Declared(chain.reading(piece));
        List<Scored> found = new ArrayList<>();
        for (Mark mark : marks(piece)) {
            long key = key(mark);
            int count = places().count(key, RARE_PIECES + 1);
            boolean isLost = mark.kind() != Kind.NUMBER
                    && count <= RARE_PIECES
                    && !named.contains(mark.text())
                    && !places().isIn(key, other -> other != piece && isReadable.test(other));
            if (isLost) {
                found.add(new Scored(mark, score(mark, count, declared.isAt(mark.start()))));
            }
        }
        found.sort(Comparator.comparingDouble(Scored::score).reversed());
        List<String> chosen = new ArrayList<>();
        int length = 0;
        for (Scored scored : found) {
            int more = scored.mark().text().length() + 1;
            if (chosen.size() < most && length + more <= characters) {
                chosen.add(scored.mark().text());
                named.add(scored.mark().text());
                length += more;
            }
        }
        return chosen;
    }

    /** The marks of a piece, each where it stands first. */
    private Collection<Mark> marks(int piece) {
        Map<String, Mark> own = new LinkedHashMap<>();
        Marks.in(chain.reading(piece), mark -> own.putIfAbsent(mark.text(), mark));
        return own.values();
    }

    private record Scored(Mark mark, double score) {}

    private static double score(Mark mark, int places, boolean isDeclared) {
        double kind = mark.kind() == Kind.IDENTIFIER ? 0 : 1;
        return kind
                + (isDeclared ? DECLARED : 0)
                + places * PER_PIECE
                - mark.text().length() * PER_CHARACTER;
    }

    /** Whether the line at a place declares something. Asked from the start of a text on, so that it is read once. */
    private static final class Declared {
        private final String text;
        private int end = -1;
        private boolean isDeclared;

        Declared(String text) {
            this.text = text;
        }

        boolean isAt(int place) {
            while (end < place) {
                int start = end + 1;
                int next = text.indexOf('\n', start);
                end = next < 0 ? text.length() : next;
                if (end >= place) {
                    isDeclared = DECLARATION.matcher(text).region(start, end).lookingAt();
                }
            }
            return isDeclared;
        }
    }
}
