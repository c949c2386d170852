package dev.throughline.search;

import dev.throughline.search.text.SearchTerms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts the newer of two dated hits first if they are about the same fact and may contradict each other.
 *
 * <p>That is assumed if they contain the same words of the query, share a fifth of all their words, and the older one
 * does not have a much higher score. This applies to memory only: in conversations it made results worse.
 */
public final class NewerFirst {
    /** The newer hit must have at least this part of the older one's score. */
    private static final double MIN_PART = 0.75;

    private static final double MIN_COMMON = 0.2;

    /** A longer text is not a single statement. */
    private static final int MAX_WORDS = 40;

    private final Set<String> queryStems;

    public NewerFirst(SearchTerms query) {
        this.queryStems = stems(query);
    }

    /** The same hits, where a newer one has moved before similar older ones and has their score. */
    public List<SearchHit> order(List<SearchHit> hits) {
        List<SearchHit> order = new ArrayList<>();
        List<Set<String>> stems = new ArrayList<>();
        for (SearchHit hit : hits) {
            Set<String> own = hit.date() == null ? Set.of() : stems(SearchTerms.of(hit.snippet()));
            int at = order.size();
            for (int i = order.size() - 1; i >= 0; i--) {
                at = isNewer(hit, order.get(i)) && isAlike(own, stems.get(i)) ? i : at;
            }
            order.add(at, at < order.size() ? scored(hit, order.get(at).score()) : hit);
            stems.add(at, own);
        }
        return order;
    }

    private static boolean isNewer(SearchHit hit, SearchHit than) {
        return hit.scope() == SearchScope.MEMORY
                && than.scope() == SearchScope.MEMORY
                && hit.date() != null
                && than.date() != null
                && hit.date().isAfter(than.date())
                && hit.score() >= MIN_PART * than.score();
    }

    private boolean isAlike(Set<String> one, Set<String> other) {
        if (one.isEmpty() || other.isEmpty() || Math.max(one.size(), other.size()) > MAX_WORDS) {
            return false;
        }
        return queryStems.stream().anyMatch(one::contains)
                && queryStems.stream().allMatch(stem -> one.contains(stem) == other.contains(stem))
                && SearchTerms.overlap(one, other) >= MIN_COMMON;
    }

    private static Set<String> stems(SearchTerms words) {
        Set<String> stems = new HashSet<>();
        for (int i = 0; i < words.stems().size(); i++) {
            String exact = words.exact().get(i);
            if (!SearchTerms.isCommon(exact) && !Character.isDigit(exact.charAt(0))) {
                stems.add(words.stems().get(i));
            }
        }
        return stems;
    }

    private static SearchHit scored(SearchHit hit, double score) {
        return new SearchHit(
                hit.id(), hit.path(), hit.fromLine(), hit.toLine(), score, hit.snippet(), hit.scope(), hit.date());
    }
}
