package dev.throughline.workingset.fragment;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.fragment.NameScanner.Name;
import dev.throughline.workingset.fragment.NameScanner.NameKind;
import java.util.ArrayList;
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
import java.util.stream.LongStream;

/**
 * The names in the pieces of a chain, to find those that would be lost with a piece.
 *
 * <p>Created only when something is cleared. It uses the keys that the chain caches, and reads only the pieces that are
 * cleared. A decision of several steps creates one and calls {@link #fresh} for each step.
 */
public final class RareNames {
    /** A name in more pieces is common: the agent will see it again. */
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
    private final Map<Long, List<Integer>> piecesByKey;
    private final Set<String> named = new HashSet<>();

    public RareNames(Chain chain) {
        this(chain, new HashMap<>());
    }

    private RareNames(Chain chain, Map<Long, List<Integer>> piecesByKey) {
        this.chain = chain;
        this.piecesByKey = piecesByKey;
    }

    /** An instance for the same chain that has not returned any names yet. */
    public RareNames fresh() {
        return new RareNames(chain, piecesByKey);
    }

    /** The pieces that contain a name: all if it is rare, otherwise one more than a rare name has. */
    private List<Integer> pieces(long key) {
        if (piecesByKey.isEmpty()) {
            for (int i = 0; i < chain.size(); i++) {
                for (long each : chain.nameKeys(i)) {
                    List<Integer> pieces = piecesByKey.computeIfAbsent(each, _ -> new ArrayList<>(1));
                    if (pieces.size() <= RARE_PIECES) {
                        pieces.add(i);
                    }
                }
            }
        }
        return piecesByKey.getOrDefault(key, List.of());
    }

    /** The keys of the names in a text, each once. A chain caches them. */
    public static long[] keys(String text) {
        LongStream.Builder keys = LongStream.builder();
        NameScanner.in(text, name -> keys.add(key(name)));
        return keys.build().distinct().toArray();
    }

    private static long key(Name name) {
        return KEY.hashCharsToLong(name.text());
    }

    /**
     * The rarest paths and identifiers of a piece that the model can read nowhere else, the most useful first. Numbers
     * and hashes are left out: they say nothing without context. Each name is returned once.
     *
     * @param isReadable whether another piece stays readable
     */
    public List<String> rarest(int piece, int max, int characters, IntPredicate isReadable) {
        Declared declared = new Declared(chain.readableText(piece));
        List<Scored> found = new ArrayList<>();
        for (Name name : names(piece)) {
            List<Integer> pieces = pieces(key(name));
            boolean isLost = name.kind() != NameKind.NUMBER
                    && pieces.size() <= RARE_PIECES
                    && !named.contains(name.text())
                    && pieces.stream().noneMatch(other -> other != piece && isReadable.test(other));
            if (isLost) {
                found.add(new Scored(name, score(name, pieces.size(), declared.isAt(name.start()))));
            }
        }
        found.sort(Comparator.comparingDouble(Scored::score).reversed());
        List<String> chosen = new ArrayList<>();
        int length = 0;
        for (Scored scored : found) {
            int more = scored.name().text().length() + 1;
            if (chosen.size() < max && length + more <= characters) {
                chosen.add(scored.name().text());
                named.add(scored.name().text());
                length += more;
            }
        }
        return chosen;
    }

    /** The names of a piece, each at its first position. */
    private Collection<Name> names(int piece) {
        Map<String, Name> own = new LinkedHashMap<>();
        NameScanner.in(chain.readableText(piece), name -> own.putIfAbsent(name.text(), name));
        return own.values();
    }

    private record Scored(Name name, double score) {}

    private static double score(Name name, int places, boolean isDeclared) {
        double kind = name.kind() == NameKind.IDENTIFIER ? 0 : 1;
        return kind
                + (isDeclared ? DECLARED : 0)
                + places * PER_PIECE
                - name.text().length() * PER_CHARACTER;
    }

    /** Whether the line at an offset declares something. Offsets must rise, so that the text is read once. */
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
