package dev.throughline.app.room;

import dev.throughline.search.Document;
import dev.throughline.search.Hit;
import dev.throughline.search.Query;
import dev.throughline.search.text.Snippet;
import dev.throughline.search.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds a few pages by their words without an index, for those that its owner has not taken in yet. */
final class Unindexed {
    private static final int SNIPPET = 700;

    /** The part of the words of a query that a page must hold to fit it. */
    private static final double LEAST_PART = 1.0 / 3;

    private Unindexed() {}

    /** The pages that hold words of a query, those with most of them first; scored by the part that they hold. */
    static List<Hit> find(Query query, List<Document> pages) {
        Words words = Words.ofQuery(query.text());
        Set<String> wanted = wanted(words);
        double least = Math.max(query.leastScore(), query.leastFit() > 0 ? LEAST_PART : 0);
        List<Hit> hits = new ArrayList<>();
        for (Document page : pages) {
            Set<String> shared = new HashSet<>(Words.of(page.text()).stems());
            shared.retainAll(wanted);
            double score = wanted.isEmpty() ? 0 : (double) shared.size() / wanted.size();
            if (score > 0 && score >= least) {
                Snippet snippet = Snippet.of(page.text(), words, SNIPPET);
                int from = 1 + snippet.from();
                int to = from + Math.max(0, snippet.lines() - 1);
                hits.add(new Hit(page.id(), page.path(), from, to, score, snippet.text(), page.scope(), page.date()));
            }
        }
        hits.sort(Comparator.comparingDouble(Hit::score).reversed());
        return hits;
    }

    /** The words that say something, if there are such. */
    private static Set<String> wanted(Words words) {
        boolean isAllCommon = words.exact().stream().allMatch(Words::isCommon);
        Set<String> wanted = new HashSet<>();
        for (int i = 0; i < words.stems().size(); i++) {
            if (isAllCommon || !Words.isCommon(words.exact().get(i))) {
                wanted.add(words.stems().get(i));
            }
        }
        return wanted;
    }
}
