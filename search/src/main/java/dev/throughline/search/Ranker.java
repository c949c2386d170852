package dev.throughline.search;

import dev.throughline.search.text.Snippet;
import dev.throughline.search.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * One search on one snapshot: candidates by word and by meaning, one order out of two, and the best of it with lines.
 *
 * <pre>
 * words ──▶ 4 × results ──┐
 *                         ├─▶ fuse ─▶ fade ─▶ cut at the least score ─▶ diversify ─▶ hits
 * vector ─▶ 4 × results ──┘
 * </pre>
 */
final class Ranker {
    /** Candidates of each kind, as a multiple of the wanted results. */
    private static final int MULTIPLIER = 4;

    private final IndexSearcher searcher;
    private final Query query;
    private final Words words;

    Ranker(IndexSearcher searcher, Query query) {
        this.searcher = searcher;
        this.query = query;
        this.words = Words.ofQuery(query.text());
    }

    /** The hits in their order; a query without a vector is answered by its words. */
    List<Hit> hits(float @Nullable [] vector) throws IOException {
        int candidates = query.mostResults() * MULTIPLIER;
        ScoreDoc[] byWord = query.mode() == Query.Mode.MEANING ? new ScoreDoc[0] : byWord(candidates);
        ScoreDoc[] byMeaning = vector == null ? new ScoreDoc[0] : byMeaning(vector, candidates);
        List<Hit> hits = new ArrayList<>();
        for (Found found : merge(byWord, byMeaning)) {
            Hit hit = hit(found, byWord.length == 0 || byMeaning.length == 0);
            if (hit.score() >= query.leastScore() || found.wordScore() >= query.leastScore()) {
                hits.add(hit);
            }
        }
        hits.sort(Comparator.comparingDouble(Hit::score).reversed());
        if (query.diversity() != null) {
            return query.diversity().choose(hits, query.mostResults());
        }
        return hits.subList(0, Math.min(hits.size(), query.mostResults()));
    }

    private ScoreDoc[] byWord(int most) throws IOException {
        BooleanQuery.Builder both = new BooleanQuery.Builder();
        both.add(Lexical.of(words, Lexical.Weights.USUAL, searcher.getIndexReader()), BooleanClause.Occur.MUST);
        filter(both);
        return searcher.search(both.build(), most).scoreDocs;
    }

    private ScoreDoc[] byMeaning(float[] vector, int most) throws IOException {
        BooleanQuery.Builder filter = new BooleanQuery.Builder();
        filter(filter);
        BooleanQuery built = filter.build();
        org.apache.lucene.search.Query narrowed = built.clauses().isEmpty() ? null : built;
        return searcher.search(new KnnFloatVectorQuery(Entry.VECTOR, vector, most, narrowed), most).scoreDocs;
    }

    private void filter(BooleanQuery.Builder query) {
        if (!this.query.scopes().isEmpty()) {
            query.add(
                    anyOf("scope", this.query.scopes().stream().map(Enum::name).toList()), BooleanClause.Occur.FILTER);
        }
        if (!this.query.shelves().isEmpty()) {
            query.add(anyOf("shelf", List.copyOf(this.query.shelves())), BooleanClause.Occur.FILTER);
        }
    }

    private static TermInSetQuery anyOf(String field, List<String> values) {
        return new TermInSetQuery(field, values.stream().map(BytesRef::new).toList());
    }

    private static List<Found> merge(ScoreDoc[] byWord, ScoreDoc[] byMeaning) {
        Map<Integer, Found> all = new LinkedHashMap<>();
        for (int i = 0; i < byWord.length; i++) {
            double score = byWord[i].score / byWord[0].score;
            all.put(byWord[i].doc, new Found(byWord[i].doc, i + 1, score, 0, 0));
        }
        for (int i = 0; i < byMeaning.length; i++) {
            int rank = i + 1;
            double cosine = Math.max(0, 2 * byMeaning[i].score - 1);
            Found alone = new Found(byMeaning[i].doc, 0, 0, rank, cosine);
            all.merge(
                    alone.doc(),
                    alone,
                    (word, meaning) -> new Found(word.doc(), word.wordRank(), word.wordScore(), rank, cosine));
        }
        return List.copyOf(all.values());
    }

    /** With one order alone there is nothing to fuse: its own scores are said. */
    private Hit hit(Found found, boolean isAlone) throws IOException {
        Entry entry = Entry.read(searcher.storedFields().document(found.doc()));
        double score =
                isAlone ? Math.max(found.wordScore(), found.meaningScore()) : query.fusion().score(found);
        if (query.decay() != null && entry.date() != null) {
            score *= query.decay().weight(entry.date());
        }
        String snippet = Snippet.of(entry.text(), words, Limits.LONGEST_SNIPPET);
        return new Hit(entry.id(), entry.path(), entry.fromLine(), entry.toLine(), score, snippet, entry.scope());
    }
}
