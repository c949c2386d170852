package dev.throughline.memory.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.PieceFinder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.search.RankFusion;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import dev.throughline.search.embed.Embedder;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds items of a session by keywords and by meaning. Keywords are searched in the session itself, so no item is
 * missed. Meaning is searched in the index of its project, which may be some seconds behind; if that is not possible,
 * only keywords count.
 *
 * <p>The score of an item is the sum of two parts from 0 to 1: its keyword score relative to the best one, and the
 * part of its cosine that is above the minimum for related texts.
 *
 * @param nearness the scale of the cosines of the index, if it was measured
 */
public record SemanticFinder(
        Recall recall,
        Function<SearchQuery, List<SearchHit>> index,
        Supplier<Optional<Embedder.Nearness>> nearness,
        SessionRef session)
        implements PieceFinder {
    /** The time limit of the search, because a prompt waits for it. */
    private static final Duration SEARCH_TIME = Duration.ofSeconds(1);

    private static final int MAX_SEMANTIC_HITS = 50;

    /** If the cosines of a model were not measured, only the first hits count, with a score that falls by rank. */
    private static final int MAX_UNMEASURED_HITS = 10;

    private static final double FIRST_UNMEASURED_SCORE = 0.5;

    @Override
    public List<FoundPiece> find(String query, int most) {
        return find(query, most, _ -> true);
    }

    @Override
    public List<FoundPiece> find(String query, int most, Predicate<Entry.Node> among) {
        List<FoundPiece> keywordHits = recall.finder().find(query, Integer.MAX_VALUE, among);
        Map<String, Double> semanticHits = TimeLimit.within(
                        SEARCH_TIME, "semantic search", () -> Optional.of(semanticHits(query, nearness.get())))
                .orElse(Map.of());
        if (semanticHits.isEmpty()) {
            return keywordHits.subList(0, Math.min(most, keywordHits.size()));
        }
        double best = keywordHits.isEmpty() ? 1 : keywordHits.getFirst().score();
        Map<Hash, FoundPiece> all = new HashMap<>();
        for (FoundPiece hit : keywordHits) {
            double semantic = semanticHits.getOrDefault(hit.node().item().handle(), 0.0);
            all.put(hit.node().item(), new FoundPiece(hit.node(), hit.score() / best + semantic));
        }
        for (Entry.Node node : recall.transcript().nodes()) {
            Double score = semanticHits.get(node.item().handle());
            if (score != null && among.test(node)) {
                all.putIfAbsent(node.item(), new FoundPiece(node, score));
            }
        }
        return all.values().stream()
                .sorted(Comparator.comparingDouble(FoundPiece::score)
                        .reversed()
                        .thenComparing(found -> found.node().at(), Comparator.reverseOrder())
                        .thenComparing(found -> found.node().item().text()))
                .limit(most)
                .toList();
    }

    /** The semantic scores of items, by their handles. */
    private Map<String, Double> semanticHits(String query, Optional<Embedder.Nearness> scale) {
        List<SearchHit> hits = index.apply(SearchQuery.of(query)
                .most(scale.isPresent() ? MAX_SEMANTIC_HITS : MAX_UNMEASURED_HITS)
                .atLeast(scale.map(Embedder.Nearness::related).orElse(0.0))
                .in(SearchScope.SESSIONS)
                .on(session.id().toString())
                .by(SearchQuery.SearchMode.MEANING)
                .fusedBy(new RankFusion.Scores(0, 1)));
        Map<String, Double> scores = new HashMap<>();
        for (int rank = 0; rank < hits.size(); rank++) {
            SearchHit hit = hits.get(rank);
            double score = scale.isPresent()
                    ? (hit.score() - scale.get().related()) / (1 - scale.get().related())
                    : FIRST_UNMEASURED_SCORE * Math.max(0, MAX_UNMEASURED_HITS - rank) / MAX_UNMEASURED_HITS;
            scores.merge(hit.path().substring(hit.path().lastIndexOf('/') + 1), score, Math::max);
        }
        return scores;
    }
}
