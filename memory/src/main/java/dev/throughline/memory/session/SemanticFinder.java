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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds pieces of a session by their words, and those that mean what is asked in other words. The words are looked up
 * in the session itself, so nothing that was said is missed; the meaning in the index of its project, which may be some
 * seconds behind. Where that cannot be asked, words alone count.
 *
 * <p>A piece found by its words counts at most one. One that is meant counts from nothing, at the cosine from which on
 * texts are related, up to one.
 */
public final class SemanticFinder implements PieceFinder {
    /** A prompt waits for this. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int MOST_MEANT = 50;

    /** Of a model whose cosines nobody measured, so many count as meant, the first one as much as this. */
    private static final int MOST_FIRST = 10;

    private static final double FIRST = 0.5;

    private final Recall recall;
    private final Function<SearchQuery, List<SearchHit>> index;
    private final Supplier<Optional<Embedder.Nearness>> nearness;
    private final SessionRef session;

    /** @param nearness what the cosines of the index mean, if that is known */
    public SemanticFinder(
            Recall recall,
            Function<SearchQuery, List<SearchHit>> index,
            Supplier<Optional<Embedder.Nearness>> nearness,
            SessionRef session) {
        this.recall = recall;
        this.index = index;
        this.nearness = nearness;
        this.session = session;
    }

    @Override
    public List<FoundPiece> find(String query, int most) {
        return find(query, most, _ -> true);
    }

    @Override
    public List<FoundPiece> find(String query, int most, Predicate<Entry.Node> among) {
        List<FoundPiece> said = recall.finder().find(query, Integer.MAX_VALUE, among);
        Map<String, Double> meant = meant(query);
        if (meant.isEmpty()) {
            return said.subList(0, Math.min(most, said.size()));
        }
        double best = said.isEmpty() ? 1 : said.getFirst().score();
        Map<Hash, FoundPiece> all = new HashMap<>();
        for (FoundPiece each : said) {
            double score =
                    each.score() / best + meant.getOrDefault(each.node().item().handle(), 0.0);
            all.put(each.node().item(), new FoundPiece(each.node(), score));
        }
        for (Entry.Node node : recall.transcript().nodes()) {
            Double score = meant.get(node.item().handle());
            if (score != null && among.test(node)) {
                all.putIfAbsent(node.item(), new FoundPiece(node, score));
            }
        }
        List<FoundPiece> order = new ArrayList<>(all.values());
        order.sort(Comparator.comparingDouble(FoundPiece::score)
                .reversed()
                .thenComparing(found -> found.node().at(), Comparator.reverseOrder())
                .thenComparing(found -> found.node().item().text()));
        return order.subList(0, Math.min(most, order.size()));
    }

    /** What pieces are worth for what they mean, by their handles. */
    private Map<String, Double> meant(String query) {
        return TimeLimit.within(PATIENCE, "search by meaning", () -> Optional.of(worth(query, nearness.get())))
                .orElse(Map.of());
    }

    private Map<String, Double> worth(String query, Optional<Embedder.Nearness> scale) {
        SearchQuery asked = SearchQuery.of(query)
                .most(scale.isPresent() ? MOST_MEANT : MOST_FIRST)
                .atLeast(scale.map(Embedder.Nearness::related).orElse(0.0))
                .in(SearchScope.SESSIONS)
                .on(session.id().toString())
                .by(SearchQuery.SearchMode.MEANING)
                .fusedBy(new RankFusion.Scores(0, 1));
        List<SearchHit> hits = index.apply(asked);
        Map<String, Double> meant = new HashMap<>();
        for (int rank = 0; rank < hits.size(); rank++) {
            SearchHit hit = hits.get(rank);
            double worth = scale.isPresent()
                    ? (hit.score() - scale.get().related()) / (1 - scale.get().related())
                    : FIRST * Math.max(0, MOST_FIRST - rank) / MOST_FIRST;
            meant.merge(hit.path().substring(hit.path().lastIndexOf('/') + 1), worth, Math::max);
        }
        return meant;
    }
}
