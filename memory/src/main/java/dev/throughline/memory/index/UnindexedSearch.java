package dev.throughline.memory.index;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.text.SearchSnippet;
import dev.throughline.search.text.SearchTerms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds a few pages by their words without an index, for those that its owner has not taken in yet. */
public final class UnindexedSearch {
    private static final int SNIPPET = 700;

    /** The part of the words of a query that a page must hold to fit it. */
    private static final double MIN_PART = 1.0 / 3;

    private UnindexedSearch() {}

    /** The pages that hold words of a query, those with most of them first; scored by the part that they hold. */
    public static List<SearchHit> find(SearchQuery query, List<SearchDocument> pages) {
        SearchTerms words = SearchTerms.ofQuery(query.text());
        Set<String> wanted = wanted(words);
        double least = Math.max(query.minScore(), query.minFit() > 0 ? MIN_PART : 0);
        List<SearchHit> hits = new ArrayList<>();
        for (SearchDocument page : pages) {
            Set<String> shared = new HashSet<>(SearchTerms.of(page.text()).stems());
            shared.retainAll(wanted);
            double score = wanted.isEmpty() ? 0 : (double) shared.size() / wanted.size();
            if (score > 0 && score >= least) {
                SearchSnippet snippet = SearchSnippet.of(page.text(), words, SNIPPET);
                int from = 1 + snippet.from();
                int to = from + Math.max(0, snippet.lines() - 1);
                hits.add(new SearchHit(
                        page.id(), page.path(), from, to, score, snippet.text(), page.scope(), page.date()));
            }
        }
        hits.sort(Comparator.comparingDouble(SearchHit::score).reversed());
        return hits;
    }

    /** The words that say something, if there are such. */
    private static Set<String> wanted(SearchTerms words) {
        boolean isAllCommon = words.exact().stream().allMatch(SearchTerms::isCommon);
        Set<String> wanted = new HashSet<>();
        for (int i = 0; i < words.stems().size(); i++) {
            if (isAllCommon || !SearchTerms.isCommon(words.exact().get(i))) {
                wanted.add(words.stems().get(i));
            }
        }
        return wanted;
    }
}
