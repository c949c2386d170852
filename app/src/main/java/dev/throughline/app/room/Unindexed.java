package dev.throughline.app.room;

import dev.throughline.search.Document;
import dev.throughline.search.Hit;
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

    private Unindexed() {}

    /** The pages that hold words of a query, those with most of them first; scored by the part that they hold. */
    static List<Hit> find(String query, List<Document> pages, double least) {
        Words words = Words.ofQuery(query);
        Set<String> wanted = new HashSet<>(words.stems());
        List<Hit> hits = new ArrayList<>();
        for (Document page : pages) {
            Set<String> shared = new HashSet<>(Words.of(page.text()).stems());
            shared.retainAll(wanted);
            double score = wanted.isEmpty() ? 0 : (double) shared.size() / wanted.size();
            if (score > 0 && score >= least) {
                Snippet snippet = Snippet.of(page.text(), words, SNIPPET);
                int from = 1 + snippet.from();
                int to = from + Math.max(0, snippet.lines() - 1);
                hits.add(new Hit(page.id(), page.path(), from, to, score, snippet.text(), page.scope()));
            }
        }
        hits.sort(Comparator.comparingDouble(Hit::score).reversed());
        return hits;
    }
}
