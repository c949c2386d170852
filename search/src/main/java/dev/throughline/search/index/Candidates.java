package dev.throughline.search.index;

import dev.throughline.search.Candidate;
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
import org.apache.lucene.search.TermQuery;
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
    private static final int EDGE_FOUND = 80;
    private static final int EDGE_COMPARED = 160;
    private static final double MAX_EDGE = 8;

    private final IndexSearcher searcher;
    private final KeywordQuery keywords;
    private final List<Integer> byWord = new ArrayList<>();
    private final List<Integer> byMeaning;
    private final Map<Integer, Double> points = new HashMap<>();
    private final Map<Integer, Double> cosines = new HashMap<>();
    private final Map<Integer, Double> estimates = new HashMap<>();
    private final NavigableSet<Integer> unread = new TreeSet<>();

    /** Takes what was found by word, in its order. */
    Candidates(IndexSearcher searcher, KeywordQuery keywords, ScoreDoc[] byWord) {
        this(searcher, keywords, byWord, new ScoreDoc[0]);
    }

    /** Takes what was found by word, in its order, and what was found to be near a vector, in any. */
    Candidates(IndexSearcher searcher, KeywordQuery keywords, ScoreDoc[] byWord, ScoreDoc[] byMeaning, float[] vector)
            throws IOException {
        this(searcher, keywords, byWord, byMeaning);
        addCosines(vector, new TreeSet<>(this.byMeaning));
        this.byMeaning.sort(Comparator.comparingDouble((Integer doc) -> -cosines.getOrDefault(doc, 0.0)));
    }

    private Candidates(IndexSearcher searcher, KeywordQuery keywords, ScoreDoc[] byWord, ScoreDoc[] byMeaning) {
        this.searcher = searcher;
        this.keywords = keywords;
        for (ScoreDoc each : byWord) {
            this.byWord.add(each.doc);
            points.put(each.doc, (double) each.score);
        }
        this.byMeaning =
                new ArrayList<>(Arrays.stream(byMeaning).map(each -> each.doc).toList());
    }

    /** Only with the scores they were found with. */
    List<Candidate> asFound() {
        double best = byWord.isEmpty() ? 1 : points.getOrDefault(byWord.getFirst(), 1.0);
        double most = Math.max(Float.MIN_NORMAL, keywords.mostPoints());
        double edge = edge();
        Map<Integer, Integer> wordRanks = ranks(byWord);
        Map<Integer, Integer> meaningRanks = ranks(byMeaning);
        unread.forEach(doc -> meaningRanks.put(doc, wordRanks.getOrDefault(doc, 0)));
        NavigableSet<Integer> docs = new TreeSet<>(points.keySet());
        docs.addAll(cosines.keySet());
        List<Candidate> all = new ArrayList<>();
        for (int doc : docs) {
            double score = points.getOrDefault(doc, 0.0);
            all.add(new Candidate(
                    doc,
                    wordRanks.getOrDefault(doc, 0),
                    score,
                    Math.min(1, score / best),
                    Math.min(1, score / most),
                    edge,
                    meaningRanks.getOrDefault(doc, 0),
                    cosines.getOrDefault(doc, estimates.getOrDefault(doc, 0.0)),
                    cosines.containsKey(doc)));
        }
        return all;
    }

    /**
     * How many standard deviations the best by words lies above the mean of the first ones, from 1 to 8. Where fewer
     * were found, the others count as found with nothing: one that alone has a word stands out.
     */
    private double edge() {
        double sum = 0;
        double squares = 0;
        for (int doc : byWord.subList(0, Math.min(byWord.size(), EDGE_FOUND))) {
            double score = points.getOrDefault(doc, 0.0);
            sum += score;
            squares += score * score;
        }
        double mean = sum / EDGE_COMPARED;
        double deviation = Math.sqrt(Math.max(0, squares / EDGE_COMPARED - mean * mean));
        double best = byWord.isEmpty() ? 0 : points.getOrDefault(byWord.getFirst(), 0.0);
        return deviation == 0 ? 1 : Math.clamp((best - mean) / deviation, 1, MAX_EDGE);
    }

    private static Map<Integer, Integer> ranks(List<Integer> order) {
        Map<Integer, Integer> ranks = new HashMap<>();
        for (int doc : order) {
            ranks.put(doc, ranks.size() + 1);
        }
        return ranks;
    }

    /**
     * With both scores each. One that never gets a vector is taken to mean what the others with the same words mean on
     * average. One that waits for its vector must not stand behind others only because it is new: the best by words is
     * taken to mean as much as the best by meaning, the others less in the proportion of their words.
     */
    List<Candidate> withBoth(float[] vector) throws IOException {
        NavigableSet<Integer> onlyWord = new TreeSet<>(byWord);
        byMeaning.forEach(onlyWord::remove);
        NavigableSet<Integer> onlyMeaning = new TreeSet<>(byMeaning);
        byWord.forEach(onlyMeaning::remove);
        addPoints(onlyMeaning);
        addCosines(vector, onlyWord);
        onlyWord.removeAll(cosines.keySet());
        estimate(onlyWord);
        return asFound();
    }

    private void estimate(NavigableSet<Integer> docs) throws IOException {
        double far = byMeaning.isEmpty() ? 0 : cosines.getOrDefault(byMeaning.getLast(), 0.0);
        double near = byMeaning.isEmpty() ? 0 : cosines.getOrDefault(byMeaning.getFirst(), 0.0);
        double usual = byWord.stream()
                .filter(cosines::containsKey)
                .mapToDouble(doc -> cosines.getOrDefault(doc, 0.0))
                .average()
                .orElse(far);
        double best = byWord.isEmpty() ? 1 : points.getOrDefault(byWord.getFirst(), 1.0);
        unread.addAll(waiting(docs));
        for (int doc : docs) {
            double part = points.getOrDefault(doc, 0.0) / best;
            estimates.put(doc, unread.contains(doc) ? far + (near - far) * part : usual);
        }
    }

    /** Those of the documents whose vectors are wanted and missing. */
    private NavigableSet<Integer> waiting(NavigableSet<Integer> docs) throws IOException {
        Weight weight = searcher.createWeight(new TermQuery(IndexedChunk.WAITING), ScoreMode.COMPLETE_NO_SCORES, 1);
        NavigableSet<Integer> waiting = new TreeSet<>();
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            NavigableSet<Integer> here = within(leaf, docs);
            Scorer scorer = here.isEmpty() ? null : weight.scorer(leaf);
            if (scorer != null) {
                eachMatch(leaf, here, scorer.iterator(), waiting::add);
            }
        }
        return waiting;
    }

    private void addPoints(NavigableSet<Integer> docs) throws IOException {
        Weight weight = searcher.createWeight(searcher.rewrite(keywords.query()), ScoreMode.COMPLETE, 1);
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            NavigableSet<Integer> here = within(leaf, docs);
            Scorer scorer = here.isEmpty() ? null : weight.scorer(leaf);
            if (scorer != null) {
                eachMatch(leaf, here, scorer.iterator(), doc -> points.put(doc, (double) scorer.score()));
            }
        }
    }

    private void addCosines(float[] vector, NavigableSet<Integer> docs) throws IOException {
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            NavigableSet<Integer> here = within(leaf, docs);
            FloatVectorValues vectors = here.isEmpty() ? null : leaf.reader().getFloatVectorValues(IndexedChunk.VECTOR);
            if (vectors != null) {
                KnnVectorValues.DocIndexIterator having = vectors.iterator();
                eachMatch(leaf, here, having, doc -> {
                    double cosine = Vectors.cosine(vector, vectors.vectorValue(having.index()));
                    cosines.put(doc, Math.max(0, cosine));
                });
            }
        }
    }

    private interface Match {
        void at(int doc) throws IOException;
    }

    /** Goes through those of the documents that the iterator has, in their order. */
    private static void eachMatch(
            LeafReaderContext leaf, NavigableSet<Integer> docs, DocIdSetIterator matches, Match match)
            throws IOException {
        for (int doc : docs) {
            int local = doc - leaf.docBase;
            if (matches.docID() < local) {
                matches.advance(local);
            }
            if (matches.docID() == local) {
                match.at(doc);
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
