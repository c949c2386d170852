package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A keyword index in memory, ranked by BM25.
 *
 * <p>The score of a piece is the sum over the terms of the query: the rarity of the term times its frequency in the
 * piece. The frequency saturates, and counts less in a long piece [Robertson and Zaragoza 2009]:
 *
 * <pre>  Σ ln(1 + (N − n + ½) / (n + ½)) · f (k + 1) / (f + k (1 − b + b · length / mean length)) </pre>
 *
 * <p>An item that occurs several times is one piece, and its first occurrence is returned. Pieces are added and never
 * removed, as in the archive. Safe for use by many threads.
 */
public final class KeywordFinder implements PieceFinder {
    private static final double K = 1.2;
    private static final double B = 0.75;

    /** Only the beginning of a longer piece, such as a log of many megabytes, is indexed. */
    private static final int MAX_CHARACTERS = 1 << 20;

    /** The estimated memory of a term in addition to its characters, and of each pair of its postings. */
    private static final int TERM_BYTES = 120;

    private static final int PAIR_BYTES = 12;

    private final Function<Entry.Node, String> texts;
    private final List<Entry.Node> pieces = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final Set<Hash> items = new HashSet<>();
    private final Map<String, Postings> postings = new HashMap<>();
    private long totalTerms;
    private long weight;

    /** The pieces that contain a term, and how often each contains it, in pairs. */
    private static final class Postings {
        private int[] pairs = new int[4];
        private int size;

        void add(int piece, int count) {
            if (size == pairs.length) {
                pairs = Arrays.copyOf(pairs, size * 2);
            }
            pairs[size++] = piece;
            pairs[size++] = count;
        }
    }

    /** Creates an empty index; {@code texts} returns the text of a piece. */
    public KeywordFinder(Function<Entry.Node, String> texts) {
        this.texts = texts;
    }

    /** Adds the pieces that are not in the index. */
    public synchronized void add(Collection<Entry.Node> nodes) {
        for (Entry.Node node : nodes) {
            if (items.add(node.item())) {
                index(node);
            }
        }
    }

    private void index(Entry.Node node) {
        String text = texts.apply(node);
        String indexed = text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS);
        Map<String, Integer> counts = new HashMap<>();
        RecallTerms.in(indexed, term -> counts.merge(term, 1, Integer::sum));
        int piece = pieces.size();
        int length = 0;
        for (Map.Entry<String, Integer> count : counts.entrySet()) {
            String term = count.getKey();
            postings.computeIfAbsent(term, _ -> {
                        weight += TERM_BYTES + term.length();
                        return new Postings();
                    })
                    .add(piece, count.getValue());
            weight += PAIR_BYTES;
            length += count.getValue();
        }
        pieces.add(node);
        lengths.add(length);
        totalTerms += length;
    }

    @Override
    public synchronized List<FoundPiece> find(String query, int maxResults) {
        double[] scores = new double[pieces.size()];
        for (String term : RecallTerms.ofQuery(query)) {
            Postings found = postings.get(term);
            if (found != null) {
                score(found, scores);
            }
        }
        return IntStream.range(0, scores.length)
                .filter(i -> scores[i] > 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> scores[i])
                        .thenComparingInt(i -> i)
                        .reversed())
                .limit(maxResults)
                .map(i -> new FoundPiece(pieces.get(i), scores[i]))
                .toList();
    }

    /** The estimated memory in bytes. */
    synchronized long weight() {
        return weight;
    }

    /** The rarity of a term: near 0 if every piece contains it. */
    synchronized double rarity(String term) {
        Postings found = postings.get(term);
        return rarity(found == null ? 0 : found.size / 2);
    }

    private double rarity(int pieceCount) {
        return Math.log(1 + (pieces.size() - pieceCount + 0.5) / (pieceCount + 0.5));
    }

    private void score(Postings found, double[] scores) {
        double rarity = rarity(found.size / 2);
        double meanLength = Math.max(1, totalTerms / (double) pieces.size());
        for (int i = 0; i < found.size; i += 2) {
            int piece = found.pairs[i];
            double frequency = found.pairs[i + 1];
            double lengthWeight = K * (1 - B + B * lengths.get(piece) / meanLength);
            scores[piece] += rarity * frequency * (K + 1) / (frequency + lengthWeight);
        }
    }
}
