package dev.throughline.search.index;

import dev.throughline.search.Found;
import dev.throughline.search.embed.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;

/**
 * What was found by word or by meaning, with both scores for each.
 *
 * <p>A candidate of one order alone is looked up in the other: its cosine or its BM25 score is computed. That costs a
 * tenth of a millisecond and makes sums of scores worth something; with a zero for what was not among the first, a
 * candidate would lose for being found in one way only. All cosines are of the whole vectors, not of the eight-bit ones
 * in the graph, which are good enough to find candidates and not to put them in order.
 */
final class Candidates {
    private final IndexSearcher searcher;
    private final List<Integer> byWord = new ArrayList<>();
    private final List<Integer> byMeaning;
    private final Map<Integer, Double> points = new HashMap<>();
    private final Map<Integer, Double> cosines = new HashMap<>();

    /** Takes what was found by word, in its order. */
    Candidates(IndexSearcher searcher, ScoreDoc[] byWord) {
        this(searcher, byWord, new ScoreDoc[0]);
    }

    /** Takes what was found by word, in its order, and what was found to be near a vector, in any. */
    Candidates(IndexSearcher searcher, ScoreDoc[] byWord, ScoreDoc[] byMeaning, float[] vector) throws IOException {
        this(searcher, byWord, byMeaning);
        addCosines(vector, new TreeSet<>(this.byMeaning));
        this.byMeaning.sort(Comparator.comparingDouble((Integer doc) -> -cosines.getOrDefault(doc, 0.0)));
    }

    private Candidates(IndexSearcher searcher, ScoreDoc[] byWord, ScoreDoc[] byMeaning) {
        this.searcher = searcher;
        for (ScoreDoc each : byWord) {
            this.byWord.add(each.doc);
            points.put(each.doc, (double) each.score);
        }
        this.byMeaning =
                new ArrayList<>(Arrays.stream(byMeaning).map(each -> each.doc).toList());
    }

    /** Only with the scores they were found with. */
    List<Found> asFound() {
        double best = byWord.isEmpty() ? 1 : points.getOrDefault(byWord.getFirst(), 1.0);
        Map<Integer, Integer> wordRanks = ranks(byWord);
        Map<Integer, Integer> meaningRanks = ranks(byMeaning);
        NavigableSet<Integer> docs = new TreeSet<>(points.keySet());
        docs.addAll(cosines.keySet());
        List<Found> all = new ArrayList<>();
        for (int doc : docs) {
            double score = points.getOrDefault(doc, 0.0);
            all.add(new Found(
                    doc,
                    wordRanks.getOrDefault(doc, 0),
                    score,
                    Math.min(1, score / best),
                    meaningRanks.getOrDefault(doc, 0),
                    cosines.getOrDefault(doc, 0.0)));
        }
        return all;
    }

    private static Map<Integer, Integer> ranks(List<Integer> order) {
        Map<Integer, Integer> ranks = new HashMap<>();
        for (int doc : order) {
            ranks.put(doc, ranks.size() + 1);
        }
        return ranks;
    }

    /**
     * With both scores each. One without a vector, because it waits for it or never gets one, is taken to mean what the
     * others with the same words mean on average.
     */
    List<Found> withBoth(org.apache.lucene.search.Query lexical, float[] vector) throws IOException {
        NavigableSet<Integer> onlyWord = new TreeSet<>(byWord);
        byMeaning.forEach(onlyWord::remove);
        NavigableSet<Integer> onlyMeaning = new TreeSet<>(byMeaning);
        byWord.forEach(onlyMeaning::remove);
        addPoints(lexical, onlyMeaning);
        addCosines(vector, onlyWord);
        double usual = byWord.stream()
                .filter(cosines::containsKey)
                .mapToDouble(doc -> cosines.getOrDefault(doc, 0.0))
                .average()
                .orElse(byMeaning.isEmpty() ? 0 : cosines.getOrDefault(byMeaning.getLast(), 0.0));
        onlyWord.forEach(doc -> cosines.putIfAbsent(doc, usual));
        return asFound();
    }

    private void addPoints(org.apache.lucene.search.Query lexical, NavigableSet<Integer> docs) throws IOException {
        Weight weight = searcher.createWeight(searcher.rewrite(lexical), ScoreMode.COMPLETE, 1);
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            NavigableSet<Integer> here = within(leaf, docs);
            Scorer scorer = here.isEmpty() ? null : weight.scorer(leaf);
            if (scorer == null) {
                continue;
            }
            DocIdSetIterator matches = scorer.iterator();
            for (int doc : here) {
                int local = doc - leaf.docBase;
                if (matches.docID() < local) {
                    matches.advance(local);
                }
                if (matches.docID() == local) {
                    points.put(doc, (double) scorer.score());
                }
            }
        }
    }

    private void addCosines(float[] vector, NavigableSet<Integer> docs) throws IOException {
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            NavigableSet<Integer> here = within(leaf, docs);
            FloatVectorValues vectors = here.isEmpty() ? null : leaf.reader().getFloatVectorValues(Entry.VECTOR);
            if (vectors == null) {
                continue;
            }
            KnnVectorValues.DocIndexIterator having = vectors.iterator();
            for (int doc : here) {
                int local = doc - leaf.docBase;
                if (having.docID() < local) {
                    having.advance(local);
                }
                if (having.docID() == local) {
                    double cosine = Vectors.cosine(vector, vectors.vectorValue(having.index()));
                    cosines.put(doc, Math.max(0, cosine));
                }
            }
        }
    }

    private static NavigableSet<Integer> within(LeafReaderContext leaf, NavigableSet<Integer> docs) {
        return docs.subSet(
                leaf.docBase,
                /* fromInclusive= */ true,
                leaf.docBase + leaf.reader().maxDoc(),
                /* toInclusive= */ false);
    }
}
