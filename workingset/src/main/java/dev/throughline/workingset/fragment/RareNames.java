package dev.throughline.workingset.fragment;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.fragment.NameScanner.Kind;
import dev.throughline.workingset.fragment.NameScanner.Name;
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
 * Which names stand in which pieces of a chain, to tell what would be lost if a piece went.
 *
 * <p>Created when something is to be cleared, which is seldom. It uses the keys that the chain caches, and only pieces
 * that go are read again. A decision of many steps creates one and uses it {@link #afresh} for each.
 */
public final class RareNames {
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

    /** The names of all pieces of the chain, looked up when they are first asked for. */
    public RareNames(Chain chain) {
        this(chain, new Looking());
    }

    private RareNames(Chain chain, Looking looking) {
        this.chain = chain;
        this.looking = looking;
    }

    /** The same names, none of which was given yet. */
    public RareNames afresh() {
        return new RareNames(chain, looking);
    }

    /** Where each name stands, as far as was looked. */
    private static final class Looking {
        private final PieceIndex places = new PieceIndex();
        private int looked;
    }

    private PieceIndex places() {
        for (; looking.looked < chain.size(); looking.looked++) {
            for (long key : chain.nameKeys(looking.looked)) {
                looking.places.add(key, looking.looked);
            }
        }
        return looking.places;
    }

    /** The keys of the names in a text, each once: what a chain remembers of a piece, so that it is read once. */
    public static long[] keys(String reading) {
        LongStream.Builder keys = LongStream.builder();
        NameScanner.in(reading, name -> keys.add(key(name)));
        return keys.build().distinct().toArray();
    }

    private static long key(Name name) {
        return KEY.hashCharsToLong(name.text());
    }

    /**
     * The rarest paths and identifiers of a piece that the model can read nowhere else, the most telling first: at
     * most so many, in so many characters. Numbers and hashes are left out: alone they say nothing. Each is given once:
     * who asked for it names it.
     *
     * @param isReadable whether another piece will still show what it holds
     */
    public List<String> rarest(int piece, int most, int characters, IntPredicate isReadable) {
        Declared declared = new Declared(chain.readableText(piece));
        List<Scored> found = new ArrayList<>();
        for (Name name : names(piece)) {
            long key = key(name);
            int count = places().count(key, RARE_PIECES + 1);
            boolean isLost = name.kind() != Kind.NUMBER
                    && count <= RARE_PIECES
                    && !named.contains(name.text())
                    && !places().isIn(key, other -> other != piece && isReadable.test(other));
            if (isLost) {
                found.add(new Scored(name, score(name, count, declared.isAt(name.start()))));
            }
        }
        found.sort(Comparator.comparingDouble(Scored::score).reversed());
        List<String> chosen = new ArrayList<>();
        int length = 0;
        for (Scored scored : found) {
            int more = scored.name().text().length() + 1;
            if (chosen.size() < most && length + more <= characters) {
                chosen.add(scored.name().text());
                named.add(scored.name().text());
                length += more;
            }
        }
        return chosen;
    }

    /** The names of a piece, each where it stands first. */
    private Collection<Name> names(int piece) {
        Map<String, Name> own = new LinkedHashMap<>();
        NameScanner.in(chain.readableText(piece), name -> own.putIfAbsent(name.text(), name));
        return own.values();
    }

    private record Scored(Name name, double score) {}

    private static double score(Name name, int places, boolean isDeclared) {
        double kind = name.kind() == Kind.IDENTIFIER ? 0 : 1;
        return kind
                + (isDeclared ? DECLARED : 0)
                + places * PER_PIECE
                - name.text().length() * PER_CHARACTER;
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
