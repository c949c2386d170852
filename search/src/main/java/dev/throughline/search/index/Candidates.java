package dev.throughline.search.index;

import dev.throughline.search.Found;
import dev.throughline.search.embed.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
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
 * candidate would lose for being found in one way only.
 */
final class Candidates {
    private final IndexSearcher searcher;
    private final ScoreDoc[] byWord;
    private final ScoreDoc[] byMeaning;

    Candidates(IndexSearcher searcher, ScoreDoc[] byWord, ScoreDoc[] byMeaning) {
        this.searcher = searcher;
        this.byWord = byWord;
        this.byMeaning = byMeaning;
    }

    /** Only with the scores they were found with. */
    List<Found> asFound() {
        return all(points(byWord), cosines());
    }

    /** With both scores each. */
    List<Found> withBoth(org.apache.lucene.search.Query lexical, float[] vector) throws IOException {
        Map<Integer, Double> points = points(byWord);
        Map<Integer, Double> cosines = cosines();
        double least = cosines.values().stream().mapToDouble(x -> x).min().orElse(0);
        SortedSet<Integer> onlyWord = new TreeSet<>(points.keySet());
        onlyWord.removeAll(cosines.keySet());
        SortedSet<Integer> onlyMeaning = new TreeSet<>(cosines.keySet());
        onlyMeaning.removeAll(points.keySet());
        addPoints(lexical, onlyMeaning, points);
        for (int doc : onlyWord) {
            cosines.put(doc, least);
        }
        addCosines(vector, onlyWord, cosines);
        return all(points, cosines);
    }

    private static Map<Integer, Double> points(ScoreDoc[] found) {
        Map<Integer, Double> points = new HashMap<>();
        for (ScoreDoc each : found) {
            points.put(each.doc, (double) each.score);
        }
        return points;
    }

    private Map<Integer, Double> cosines() {
        Map<Integer, Double> cosines = points(byMeaning);
        // Lucene makes a score of 0 to 1 out of an inner product.
        cosines.replaceAll((doc, score) -> Math.max(0, 2 * score - 1));
        return cosines;
    }

    private List<Found> all(Map<Integer, Double> points, Map<Integer, Double> cosines) {
        Map<Integer, Integer> wordRanks = ranks(byWord);
        Map<Integer, Integer> meaningRanks = ranks(byMeaning);
        double best = byWord.length == 0 ? 1 : byWord[0].score;
        SortedSet<Integer> docs = new TreeSet<>(points.keySet());
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

    private static Map<Integer, Integer> ranks(ScoreDoc[] found) {
        Map<Integer, Integer> ranks = new HashMap<>();
        for (int i = 0; i < found.length; i++) {
            ranks.put(found[i].doc, i + 1);
        }
        return ranks;
    }

    private void addPoints(org.apache.lucene.search.Query lexical, SortedSet<Integer> docs, Map<Integer, Double> points)
            throws IOException {
        Weight weight = searcher.createWeight(searcher.rewrite(lexical), ScoreMode.COMPLETE, 1);
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            SortedSet<Integer> here = within(leaf, docs);
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

    private void addCosines(float[] vector, SortedSet<Integer> docs, Map<Integer, Double> cosines) throws IOException {
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            SortedSet<Integer> here = within(leaf, docs);
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

    private static SortedSet<Integer> within(LeafReaderContext leaf, SortedSet<Integer> docs) {
        return docs.subSet(leaf.docBase, leaf.docBase + leaf.reader().maxDoc());
    }
}
