package dev.throughline.search.index;

import dev.throughline.search.Candidate;
import dev.throughline.search.embed.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.IOConsumer;

/**
 * The candidates that keyword search or semantic search found, with both scores for each.
 *
 * <p>For a candidate that only one of them found, the other score is computed, which takes a tenth of a millisecond.
 * With a zero instead, a candidate that only one search found would lose when scores are added. Cosines are computed
 * with the full vectors. The eight-bit ones in the graph are good enough to find candidates, but not to order them.
 */
final class Candidates {
    private static final int MARGIN_FOUND = 80;
    private static final int MARGIN_COMPARED = 160;
    private static final double MAX_MARGIN = 8;

    private final IndexSearcher searcher;
    private final KeywordQuery keywords;
    private final List<Integer> byWord = new ArrayList<>();
    private final List<Integer> byMeaning = new ArrayList<>();
    private final Map<Integer, Double> points = new HashMap<>();
    private final Map<Integer, Double> cosines = new HashMap<>();
    private final Map<Integer, Double> estimates = new HashMap<>();
    private final Set<Integer> unread = new HashSet<>();

    /** @param byWord the documents that keyword search found, in its order */
    Candidates(IndexSearcher searcher, KeywordQuery keywords, ScoreDoc[] byWord) {
        this.searcher = searcher;
        this.keywords = keywords;
        for (ScoreDoc each : byWord) {
            this.byWord.add(each.doc);
            points.put(each.doc, (double) each.score);
        }
    }

    /** Adds the documents that semantic search found for a vector, and orders them by their exact cosines. */
    void addByMeaning(ScoreDoc[] found, float[] vector) throws IOException {
        for (ScoreDoc each : found) {
            byMeaning.add(each.doc);
        }
        addCosines(vector, new TreeSet<>(byMeaning));
        byMeaning.sort(Comparator.comparingDouble((Integer doc) -> -cosines.getOrDefault(doc, 0.0)));
    }

    /** The candidates with the scores that they were found with. */
    List<Candidate> asFound() {
        double best = byWord.isEmpty() ? 1 : points.getOrDefault(byWord.getFirst(), 1.0);
        double most = Math.max(Float.MIN_NORMAL, keywords.mostPoints());
        double margin = margin();
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
                    margin,
                    meaningRanks.getOrDefault(doc, 0),
                    cosines.getOrDefault(doc, estimates.getOrDefault(doc, 0.0)),
                    cosines.containsKey(doc)));
        }
        return all;
    }

    /**
     * How many standard deviations the best keyword score is above the mean of the first ones, from 1 to 8. If fewer
     * were found, the missing ones count as zero: a single text that has a word stands out.
     */
    private double margin() {
        double sum = 0;
        double squares = 0;
        for (int doc : byWord.subList(0, Math.min(byWord.size(), MARGIN_FOUND))) {
            double score = points.getOrDefault(doc, 0.0);
            sum += score;
            squares += score * score;
        }
        double mean = sum / MARGIN_COMPARED;
        double deviation = Math.sqrt(Math.max(0, squares / MARGIN_COMPARED - mean * mean));
        double best = byWord.isEmpty() ? 0 : points.getOrDefault(byWord.getFirst(), 0.0);
        return deviation == 0 ? 1 : Math.clamp((best - mean) / deviation, 1, MAX_MARGIN);
    }

    private static Map<Integer, Integer> ranks(List<Integer> order) {
        Map<Integer, Integer> ranks = new HashMap<>();
        for (int doc : order) {
            ranks.put(doc, ranks.size() + 1);
        }
        return ranks;
    }

    /**
     * The candidates with both scores. The cosine of one that never gets a vector is estimated as the average of the
     * others that keyword search found. One that waits for its vector must not rank lower only because it is new: the
     * best by keyword gets the cosine of the best by vector, the others less in proportion to their keyword scores.
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

    /** Those of the documents that wait for a vector. */
    private Set<Integer> waiting(NavigableSet<Integer> docs) throws IOException {
        Set<Integer> waiting = new HashSet<>();
        eachMatch(
                new TermQuery(IndexedChunk.WAITING), ScoreMode.COMPLETE_NO_SCORES, docs, (doc, _) -> waiting.add(doc));
        return waiting;
    }

    private void addPoints(NavigableSet<Integer> docs) throws IOException {
        eachMatch(
                keywords.query(), ScoreMode.COMPLETE, docs, (doc, scorer) -> points.put(doc, (double) scorer.score()));
    }

    private interface QueryMatch {
        void at(int doc, Scorable scorer) throws IOException;
    }

    /** Visits those of the documents that match a query. */
    private void eachMatch(Query query, ScoreMode mode, NavigableSet<Integer> docs, QueryMatch match)
            throws IOException {
        Weight weight = searcher.createWeight(searcher.rewrite(query), mode, 1);
        for (LeafReaderContext segment : searcher.getIndexReader().leaves()) {
            NavigableSet<Integer> here = within(segment, docs);
            Scorer scorer = here.isEmpty() ? null : weight.scorer(segment);
            if (scorer != null) {
                eachFound(segment, here, scorer.iterator(), doc -> match.at(doc, scorer));
            }
        }
    }

    private void addCosines(float[] vector, NavigableSet<Integer> docs) throws IOException {
        for (LeafReaderContext segment : searcher.getIndexReader().leaves()) {
            NavigableSet<Integer> here = within(segment, docs);
            FloatVectorValues vectors =
                    here.isEmpty() ? null : segment.reader().getFloatVectorValues(IndexedChunk.VECTOR);
            if (vectors != null) {
                KnnVectorValues.DocIndexIterator having = vectors.iterator();
                eachFound(segment, here, having, doc -> {
                    double cosine = Vectors.cosine(vector, vectors.vectorValue(having.index()));
                    cosines.put(doc, Math.max(0, cosine));
                });
            }
        }
    }

    /** Visits those of the documents that the iterator has, in their order. */
    private static void eachFound(
            LeafReaderContext segment, NavigableSet<Integer> docs, DocIdSetIterator found, IOConsumer<Integer> visit)
            throws IOException {
        for (int doc : docs) {
            int local = doc - segment.docBase;
            if (found.docID() < local) {
                found.advance(local);
            }
            if (found.docID() == local) {
                visit.accept(doc);
            }
        }
    }

    private static NavigableSet<Integer> within(LeafReaderContext segment, NavigableSet<Integer> docs) {
        return docs.subSet(
                segment.docBase,
                /* fromInclusive= */ true,
                segment.docBase + segment.reader().maxDoc(),
                /* toInclusive= */ false);
    }
}
