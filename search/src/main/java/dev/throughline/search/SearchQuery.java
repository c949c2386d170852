package dev.throughline.search;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is looked for, where, and how the finds are put in order.
 *
 * @param leastScore hits below it are left out, from 0 to 1
 * @param leastFit candidates that fit less are left out, see {@link Candidate#fit}; 0 to leave out none
 * @param scopes empty for all
 * @param shelves empty for all
 * @param diversity null for none
 * @param decay null for none
 */
public record SearchQuery(
        String text,
        int mostResults,
        double leastScore,
        double leastFit,
        Set<SearchScope> scopes,
        Set<String> shelves,
        Mode mode,
        RankFusion fusion,
        @Nullable Diversity diversity,
        @Nullable AgeDecay decay) {
    public static final int DEFAULT_RESULTS = 10;

    /** By which of the two ways a hit may be found. */
    public enum Mode {
        HYBRID,
        WORDS,
        MEANING
    }

    public SearchQuery {
        text = text.length() > SearchLimits.LONGEST_QUERY ? text.substring(0, SearchLimits.LONGEST_QUERY) : text;
        mostResults = Math.clamp(mostResults, 1, SearchLimits.MOST_RESULTS);
        scopes = Set.copyOf(scopes);
        shelves = Set.copyOf(shelves);
    }

    public static SearchQuery of(String text) {
        return new SearchQuery(
                text, DEFAULT_RESULTS, 0, 0, Set.of(), Set.of(), Mode.HYBRID, RankFusion.DEFAULT, null, null);
    }

    public SearchQuery saying(String other) {
        return new SearchQuery(
                other, mostResults, leastScore, leastFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery most(int results) {
        return new SearchQuery(text, results, leastScore, leastFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery atLeast(double score) {
        return new SearchQuery(text, mostResults, score, leastFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery fitting(double least) {
        return new SearchQuery(text, mostResults, leastScore, least, scopes, shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery in(SearchScope... only) {
        return new SearchQuery(
                text, mostResults, leastScore, leastFit, Set.of(only), shelves, mode, fusion, diversity, decay);
    }

    public SearchQuery on(String... only) {
        return new SearchQuery(
                text, mostResults, leastScore, leastFit, scopes, Set.of(only), mode, fusion, diversity, decay);
    }

    public SearchQuery by(Mode only) {
        return new SearchQuery(
                text, mostResults, leastScore, leastFit, scopes, shelves, only, fusion, diversity, decay);
    }

    public SearchQuery fusedBy(RankFusion other) {
        return new SearchQuery(text, mostResults, leastScore, leastFit, scopes, shelves, mode, other, diversity, decay);
    }

    public SearchQuery diverse(Diversity wanted) {
        return new SearchQuery(text, mostResults, leastScore, leastFit, scopes, shelves, mode, fusion, wanted, decay);
    }

    public SearchQuery fading(AgeDecay wanted) {
        return new SearchQuery(
                text, mostResults, leastScore, leastFit, scopes, shelves, mode, fusion, diversity, wanted);
    }
}
