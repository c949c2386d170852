package dev.throughline.search;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text to search for, where to search, and how to order the hits.
 *
 * @param minScore hits with a lower score are left out, from 0 to 1
 * @param minFit candidates with a lower {@link Candidate#fit} are left out; 0 to leave out none
 * @param scopes empty for all
 * @param shelves empty for all
 * @param diversity null for none
 * @param decay null for none
 */
public record SearchQuery(
        String text,
        int maxResults,
        double minScore,
        double minFit,
        Set<SearchScope> scopes,
        Set<String> shelves,
        SearchMode mode,
        RankFusion fusion,
        @Nullable Diversity diversity,
        @Nullable AgeDecay decay) {
    public static final int DEFAULT_RESULTS = 10;

    /** Keyword search (WORDS), semantic search (MEANING), or both. */
    public enum SearchMode {
        HYBRID,
        WORDS,
        MEANING
    }

    public SearchQuery {
        text = text.length() > SearchLimits.MAX_QUERY_LENGTH ? text.substring(0, SearchLimits.MAX_QUERY_LENGTH) : text;
        maxResults = Math.clamp(maxResults, 1, SearchLimits.MAX_RESULTS);
        scopes = Set.copyOf(scopes);
        shelves = Set.copyOf(shelves);
    }

    public static SearchQuery of(String text) {
        return new SearchQuery(
                text, DEFAULT_RESULTS, 0, 0, Set.of(), Set.of(), SearchMode.HYBRID, RankFusion.DEFAULT, null, null);
    }

    public SearchQuery saying(String other) {
        return new SearchQuery(other, maxResults, minScore, minFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery most(int results) {
        return new SearchQuery(text, results, minScore, minFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery atLeast(double score) {
        return new SearchQuery(text, maxResults, score, minFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery fitting(double least) {
        return new SearchQuery(text, maxResults, minScore, least, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery in(SearchScope... only) {
        return new SearchQuery(
                text, maxResults, minScore, minFit, Set.of(only), shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery on(String... only) {
        return new SearchQuery(
                text, maxResults, minScore, minFit, scopes, Set.of(only), mode, fusion, diversity, decay);
    }

    public SearchQuery by(SearchMode only) {
        return new SearchQuery(text, maxResults, minScore, minFit, scopes, shelves, only, fusion, diversity, decay);
    }

    public SearchQuery fusedBy(RankFusion other) {
        return new SearchQuery(text, maxResults, minScore, minFit, scopes, shelves, mode, other, diversity, decay);
    }

    public SearchQuery diverse(Diversity wanted) {
        return new SearchQuery(text, maxResults, minScore, minFit, scopes, shelves, mode, fusion, wanted, decay);
    }

    public SearchQuery fading(AgeDecay wanted) {
        return new SearchQuery(text, maxResults, minScore, minFit, scopes, shelves, mode, fusion, diversity, wanted);
    }
}
