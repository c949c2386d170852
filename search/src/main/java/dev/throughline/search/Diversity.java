package dev.throughline.search;

import dev.throughline.search.text.SearchTerms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Prefers hits that differ from those already chosen: maximal marginal relevance.
 *
 * <p>Each next hit is the one with the highest {@code relevance * score - (1 - relevance) * likeness}, where likeness
 * is the share of common word stems with the most similar hit already chosen. Stems are used because chunks may have no
 * vectors yet.
 */
public record Diversity(double relevance) {
    public Diversity {
        if (relevance < 0 || relevance > 1) {
            throw new IllegalArgumentException("expected a share of 0 to 1, found " + relevance);
        }
    }

    /** At most {@code most} hits, in the order in which they are chosen. */
    public List<SearchHit> choose(List<SearchHit> hits, int most) {
        List<SearchHit> left = new ArrayList<>(hits);
        List<Set<String>> words = new ArrayList<>();
        hits.forEach(
                hit -> words.add(new HashSet<>(SearchTerms.of(hit.snippet()).stems())));
        double[] likeness = new double[hits.size()];
        List<SearchHit> chosen = new ArrayList<>();
        while (chosen.size() < most && !left.isEmpty()) {
            int best = best(left, likeness);
            Set<String> taken = words.remove(best);
            chosen.add(left.remove(best));
            System.arraycopy(likeness, best + 1, likeness, best, likeness.length - best - 1);
            for (int i = 0; i < left.size(); i++) {
                likeness[i] = Math.max(likeness[i], SearchTerms.overlap(taken, words.get(i)));
            }
        }
        return chosen;
    }

    private int best(List<SearchHit> left, double[] likeness) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < left.size(); i++) {
            double worth = relevance * left.get(i).score() - (1 - relevance) * likeness[i];
            if (worth > most) {
                most = worth;
                best = i;
            }
        }
        return best;
    }
}
