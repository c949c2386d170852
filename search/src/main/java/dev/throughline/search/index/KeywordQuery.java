package dev.throughline.search.index;

import dev.throughline.search.SearchLimits;
import dev.throughline.search.text.SearchTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * The Lucene query for the words of a search query: any of them may match, and rare ones weigh more (BM25).
 *
 * <p>There is no query language: every character of a query is text, so no query is invalid. A word counts by its stem
 * and a little more in its exact form; a whole identifier counts most.
 */
final class KeywordQuery {
    // The weights of fields relative to stems, which weigh one; docs/search.md has the measurements.
    private static final float WORDS_WEIGHT = 0.3f;
    private static final float CODES_WEIGHT = 1f;
    private static final float LEADS_WEIGHT = 0.5f;
    private static final float DATES_WEIGHT = 1f;

    /** The score of an exact match for a query that is one identifier, however rare it is. */
    private static final float NAME_POINTS = 30;

    private static final Bm25 BM25 = new Bm25();

    private final IndexSearcher searcher;
    private final BooleanQuery.Builder any = new BooleanQuery.Builder();
    private double mostPoints;

    private KeywordQuery(IndexSearcher searcher) {
        this.searcher = searcher;
    }

    /** Matches nothing if the query has no words. */
    static KeywordQuery of(SearchTerms words, IndexSearcher searcher) throws IOException {
        Set<String> stems = words.significantStems();
        Set<String> exact = words.significantWords();
        KeywordQuery lexical = new KeywordQuery(searcher);
        lexical.mostPoints += lexical.add(IndexedChunk.STEMS, stems, 1);
        lexical.mostPoints += lexical.add(IndexedChunk.WORDS, exact, WORDS_WEIGHT);
        lexical.add(IndexedChunk.CODES, new LinkedHashSet<>(words.codes()), CODES_WEIGHT);
        if (words.isOneName()) {
            TermQuery name =
                    new TermQuery(new Term(IndexedChunk.CODES, words.codes().getFirst()));
            lexical.any.add(new BoostQuery(new ConstantScoreQuery(name), NAME_POINTS), BooleanClause.Occur.SHOULD);
        }
        lexical.add(IndexedChunk.LEADS, stems, LEADS_WEIGHT);
        exact.addAll(words.codes());
        lexical.add(IndexedChunk.DATES, exact, DATES_WEIGHT);
        return lexical;
    }

    Query query() {
        return any.build();
    }

    /** The highest possible score of a text, without identifiers, leads and dates. */
    double mostPoints() {
        return mostPoints;
    }

    /** A word of a field and its statistics. */
    private record Known(Term term, TermStates states) {
        int count() {
            return states.docFreq();
        }
    }

    /**
     * Adds the words that occur in the index, at most {@link SearchLimits#MAX_QUERY_WORDS}, the rarest first. Returns
     * the highest possible score of all words, also of those that do not occur.
     */
    private double add(String field, Set<String> words, float weight) throws IOException {
        List<Known> known = new ArrayList<>();
        CollectionStatistics all = searcher.collectionStatistics(field);
        long texts = all == null ? 0 : all.docCount();
        double most = 0;
        for (String word : words) {
            Term term = new Term(field, word);
            Known found = new Known(term, TermStates.build(searcher, term, /* needsStats= */ true));
            most += weight * BM25.idf(found.count(), texts);
            if (found.count() > 0) {
                known.add(found);
            }
        }
        if (known.size() > SearchLimits.MAX_QUERY_WORDS) {
            known.sort(Comparator.comparingInt(Known::count));
        }
        for (Known each : known.subList(0, Math.min(known.size(), SearchLimits.MAX_QUERY_WORDS))) {
            any.add(new BoostQuery(new TermQuery(each.term, each.states), weight), BooleanClause.Occur.SHOULD);
        }
        return most;
    }
}
