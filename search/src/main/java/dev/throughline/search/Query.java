package dev.throughline.search;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is looked for, where, and how the finds are put in order.
 *
 * @param leastScore hits below it are left out, from 0 to 1
 * @param leastFit candidates that fit less are left out, see {@link Found#fit}; 0 to leave out none
 * @param scopes empty for all
 * @param shelves empty for all
 * @param diversity null for none
 * @param decay null for none
 */
public record Query(
        String text,
        int mostResults,
        double leastScore,
        double leastFit,
        Set<Scope> scopes,
        Set<String> shelves,
        Mode mode,
        Fusion fusion,
        @Nullable Diversity diversity,
        @Nullable Decay decay) {
    public static final int USUAL_RESULTS = 10;

    /** By which of the two ways a hit may be found. */
    public enum Mode {
        HYBRID,
        WORDS,
        MEANING
    }

    public Query {
        text = text.length() > Limits.LONGEST_QUERY ? text.substring(0, Limits.LONGEST_QUERY) : text;
        mostResults = Math.clamp(mostResults, 1, Limits.MOST_RESULTS);
        scopes = Set.copyOf(scopes);
        shelves = Set.copyOf(shelves);
    }

    public static Query of(String text) {
        return new Query(text, USUAL_RESULTS, 0, 0, Set.of(), Set.of(), Mode.HYBRID, Fusion.USUAL, null, null);
    }

    public Query saying(String other) {
        return new Query(other, mostResults, leastScore, leastFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public Query most(int results) {
        return new Query(text, results, leastScore, leastFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public Query atLeast(double score) {
        return new Query(text, mostResults, score, leastFit, scopes, shelves, mode, fusion, diversity, decay);
    }

    public Query fitting(double least) {
        return new Query(text, mostResults, leastScore, least, scopes, shelves, mode, fusion, diversity, decay);
    }

    public Query in(Scope... only) {
        return new Query(
                text, mostResults, leastScore, leastFit, Set.of(only), shelves, mode, fusion, diversity, decay);
    }

    public Query on(String... only) {
        return new Query(text, mostResults, leastScore, leastFit, scopes, Set.of(only), mode, fusion, diversity, decay);
    }

    public Query by(Mode only) {
        return new Query(text, mostResults, leastScore, leastFit, scopes, shelves, only, fusion, diversity, decay);
    }

    public Query fusedBy(Fusion other) {
        return new Query(text, mostResults, leastScore, leastFit, scopes, shelves, mode, other, diversity, decay);
    }

    public Query diverse(Diversity wanted) {
        return new Query(text, mostResults, leastScore, leastFit, scopes, shelves, mode, fusion, wanted, decay);
    }

    public Query fading(Decay wanted) {
        return new Query(text, mostResults, leastScore, leastFit, scopes, shelves, mode, fusion, diversity, wanted);
    }
}
