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
import org.apache.lucene.search.TermQuery;

/**
 * The words of a query as Lucene is asked for them: any of them may be missing, rare ones weigh more (BM25).
 *
 * <p>There is no query language: every character of a query is text, so that no query is wrong. A word counts by its
 * stem and a little more in its exact form; a whole identifier counts most.
 */
final class KeywordQuery {
    /** Weights of the fields beside the stems, which weigh one; see docs/search.md for what was tried. */
    record Weights(float words, float codes, float leads, float dates) {
        static final Weights DEFAULT = new Weights(0.3f, 1f, 0.5f, 1f);
    }

    /** A query that is one name asks for that very name: so many points, however rare it is and whatever is near it. */
    private static final float NAME_POINTS = 30;

    private static final Bm25 BM25 = new Bm25();

    private final IndexSearcher searcher;
    private final BooleanQuery.Builder any = new BooleanQuery.Builder();
    private double mostPoints;

    private KeywordQuery(IndexSearcher searcher) {
        this.searcher = searcher;
    }

    /** Finds nothing when the text has no word at all. */
    static KeywordQuery of(SearchTerms words, Weights weights, IndexSearcher searcher) throws IOException {
        Set<String> stems = new LinkedHashSet<>();
        Set<String> exact = new LinkedHashSet<>();
        boolean isAllCommon = words.exact().stream().allMatch(SearchTerms::isCommon);
        for (int i = 0; i < words.exact().size(); i++) {
            if (isAllCommon || !SearchTerms.isCommon(words.exact().get(i))) {
                exact.add(words.exact().get(i));
                stems.add(words.stems().get(i));
            }
        }
        KeywordQuery lexical = new KeywordQuery(searcher);
        lexical.mostPoints += lexical.add(IndexedChunk.STEMS, stems, 1);
        lexical.mostPoints += lexical.add(IndexedChunk.WORDS, exact, weights.words());
        lexical.add(IndexedChunk.CODES, new LinkedHashSet<>(words.codes()), weights.codes());
        if (words.isOneName()) {
            TermQuery name =
                    new TermQuery(new Term(IndexedChunk.CODES, words.codes().getFirst()));
            lexical.any.add(new BoostQuery(new ConstantScoreQuery(name), NAME_POINTS), BooleanClause.Occur.SHOULD);
        }
        lexical.add(IndexedChunk.LEADS, stems, weights.leads());
        exact.addAll(words.codes());
        lexical.add(IndexedChunk.DATES, exact, weights.dates());
        return lexical;
    }

    org.apache.lucene.search.Query query() {
        return any.build();
    }

    /** What a text could have at most that holds every word of the query countless times, without names and leads. */
    double mostPoints() {
        return mostPoints;
    }

    /** A word of a field, looked up once for all that is asked of it. */
    private record Known(Term term, TermStates states) {
        int count() {
            return states.docFreq();
        }
    }

    /**
     * Adds the words that some text has; of too many, those that the fewest texts have. Returns what all words could be
     * worth at most, those that no text has included.
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
