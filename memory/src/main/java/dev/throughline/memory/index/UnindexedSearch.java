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

/** A keyword search without an index, for the few pages that are not indexed yet. */
public final class UnindexedSearch {
    private static final int SNIPPET_LENGTH = 700;

    /** The share of the words of a query that a page must contain. */
    private static final double MIN_SHARE = 1.0 / 3;

    private UnindexedSearch() {}

    /** The pages that contain words of a query. The score is the share of the words that a page contains. */
    public static List<SearchHit> find(SearchQuery query, List<SearchDocument> pages) {
        SearchTerms words = SearchTerms.ofQuery(query.text());
        Set<String> wanted = words.significantStems();
        double least = Math.max(query.minScore(), query.minFit() > 0 ? MIN_SHARE : 0);
        List<SearchHit> hits = new ArrayList<>();
        for (SearchDocument page : pages) {
            Set<String> shared = new HashSet<>(SearchTerms.of(page.text()).stems());
            shared.retainAll(wanted);
            double score = wanted.isEmpty() ? 0 : (double) shared.size() / wanted.size();
            if (score > 0 && score >= least) {
                SearchSnippet snippet = SearchSnippet.of(page.text(), words, SNIPPET_LENGTH);
                int from = 1 + snippet.from();
                int to = from + Math.max(0, snippet.lines() - 1);
                hits.add(new SearchHit(
                        page.id(), page.path(), from, to, score, snippet.text(), page.scope(), page.date()));
            }
        }
        hits.sort(Comparator.comparingDouble(SearchHit::score).reversed());
        return hits;
    }
}
