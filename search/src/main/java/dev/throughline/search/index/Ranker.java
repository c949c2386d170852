package dev.throughline.search.index;

import dev.throughline.search.Candidate;
import dev.throughline.search.Diversity;
import dev.throughline.search.NewerFirst;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.text.SearchSnippet;
import dev.throughline.search.text.SearchTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * One search on one snapshot: collects candidates by keyword and by vector, orders them, and returns the best as hits.
 *
 * <pre>
 * words ──▶ 4 × results ──┐
 *                         ├─▶ drop unfit ones ─▶ fuse ─▶ age decay ─▶ newer first ─▶ diversity ─▶ limit ─▶ hits
 * vector ─▶ 4 × results ──┘
 * </pre>
 */
final class Ranker {
    /** The least number of candidates: {@link Candidate#wordMargin} needs many. */
    private static final int MIN_CANDIDATES = 80;

    /** {@link NewerFirst} compares at least so many hits, also if fewer are requested. */
    private static final int MIN_ORDERED = 10;

    /** How many of the best by vector count as fit if the scale of the model's cosines is unknown. */
    private static final int FITTING_BY_RANK = 3;

    private final IndexSearcher searcher;
    private final SearchQuery query;
    private final IndexSettings settings;
    private final SearchTerms words;
    private final boolean areCosinesKnown;
    private int unfit;

    Ranker(IndexSearcher searcher, SearchQuery query, IndexSettings settings) {
        this.searcher = searcher;
        this.query = query;
        this.settings = settings;
        this.words = SearchTerms.ofQuery(query.text());
        this.areCosinesKnown =
                settings.embedder() != null && settings.embedder().nearness().isPresent();
    }

    /** The hits in their order; without a vector there is keyword search only. */
    List<SearchHit> hits(float @Nullable [] vector) throws IOException {
        int candidates =
                Math.max(MIN_CANDIDATES, query.maxResults() * settings.sizes().candidates());
        KeywordQuery lexical = KeywordQuery.of(words, searcher);
        ScoreDoc[] byWord =
                query.mode() == SearchQuery.SearchMode.MEANING ? new ScoreDoc[0] : byWord(lexical, candidates);
        Candidates all = new Candidates(searcher, lexical, byWord);
        if (vector != null) {
            all.addByMeaning(byMeaning(vector, candidates), vector);
        }
        boolean isAlone = query.mode() != SearchQuery.SearchMode.HYBRID || vector == null;
        List<Scored> scored = new ArrayList<>();
        for (Candidate found : isAlone || vector == null ? all.asFound() : all.withBoth(vector)) {
            double score = isAlone
                    ? Math.max(found.wordScore(), found.meaningScore())
                    : query.fusion().score(found);
            if (isFitting(found)) {
                scored.add(new Scored(found, score));
            } else {
                unfit++;
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::score).reversed());
        return query.decay() == null && query.diversity() == null ? best(scored) : reordered(scored);
    }

    /** How many candidates were dropped because they do not fit the query. */
    int unfit() {
        return unfit;
    }

    private boolean isFitting(Candidate found) {
        return query.minFit() == 0
                || found.fit(areCosinesKnown) >= query.minFit()
                || (!areCosinesKnown && found.meaningRank() > 0 && found.meaningRank() <= FITTING_BY_RANK);
    }

    /** A candidate and its score. */
    private record Scored(Candidate found, double score) {}

    private List<SearchHit> best(List<Scored> scored) throws IOException {
        int most = Math.max(query.maxResults(), MIN_ORDERED);
        List<SearchHit> hits = new ArrayList<>();
        for (Scored each : scored) {
            if (hits.size() < most && isEnough(each.found, each.score)) {
                hits.add(hit(each.score, entry(each.found)));
            }
        }
        return new NewerFirst(words)
                .order(hits).stream().limit(query.maxResults()).toList();
    }

    /** Whether a candidate reaches the least score, with its combined score or its keyword score. */
    private boolean isEnough(Candidate found, double score) {
        return score >= query.minScore() || (found.wordRank() > 0 && found.wordScore() >= query.minScore());
    }

    /** Reads all candidates, because their dates or texts change the order. */
    private List<SearchHit> reordered(List<Scored> scored) throws IOException {
        List<SearchHit> hits = new ArrayList<>();
        for (Scored each : scored) {
            IndexedChunk entry = entry(each.found);
            double weight = query.decay() == null || entry.date() == null
                    ? 1
                    : query.decay().weight(entry.date());
            if (isEnough(each.found, each.score * weight)) {
                hits.add(hit(each.score * weight, entry));
            }
        }
        hits.sort(Comparator.comparingDouble(SearchHit::score).reversed());
        Diversity diversity = query.diversity() == null ? new Diversity(1) : query.diversity();
        return diversity.choose(new NewerFirst(words).order(hits), query.maxResults());
    }

    private ScoreDoc[] byWord(KeywordQuery lexical, int most) throws IOException {
        BooleanQuery.Builder both = new BooleanQuery.Builder();
        both.add(lexical.query(), BooleanClause.Occur.MUST);
        filter(both);
        return searcher.search(both.build(), most).scoreDocs;
    }

    private ScoreDoc[] byMeaning(float[] vector, int most) throws IOException {
        BooleanQuery.Builder filter = new BooleanQuery.Builder();
        filter(filter);
        BooleanQuery built = filter.build();
        Query narrowed = built.clauses().isEmpty() ? null : built;
        return searcher.search(new KnnFloatVectorQuery(IndexedChunk.VECTOR, vector, most, narrowed), most).scoreDocs;
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

    private IndexedChunk entry(Candidate found) throws IOException {
        return IndexedChunk.read(searcher.storedFields().document(found.doc()));
    }

    private SearchHit hit(double score, IndexedChunk entry) {
        SearchSnippet snippet =
                SearchSnippet.of(entry.text(), words, settings.sizes().snippetCharacters());
        int from = Math.min(entry.fromLine() + snippet.from(), entry.toLine());
        int to = Math.clamp(from + snippet.lines() - 1L, from, entry.toLine());
        return new SearchHit(
                entry.id(),
                entry.path(),
                from,
                to,
                Math.min(1, score),
                snippet.text(),
                entry.scope(),
                entry.day(snippet.text()));
    }
}
