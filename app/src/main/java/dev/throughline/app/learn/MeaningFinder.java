package dev.throughline.app.learn;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Finder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.search.Answer;
import dev.throughline.search.Fusion;
import dev.throughline.search.Hit;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds pieces of a session by their words, and those that mean what is asked in other words. The words are looked up
 * in the session itself, so nothing that was said is missed; the meaning in the index of its project, which may be some
 * seconds behind. Where that cannot be asked, words alone count.
 */
final class MeaningFinder implements Finder {
    /** A prompt waits for this. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int MOST_MEANT = 50;

    /** From which cosine on a piece counts as meant, as the local model sees it; and how much a perfect one counts. */
    private static final double LEAST_COSINE = 0.65;

    private static final double WEIGHT = 1;

    private final Recall recall;
    private final Function<Query, Answer> index;
    private final SessionRef session;

    MeaningFinder(Recall recall, Function<Query, Answer> index, SessionRef session) {
        this.recall = recall;
        this.index = index;
        this.session = session;
    }

    @Override
    public List<Found> find(String query, int most) {
        List<Found> said = recall.finder().find(query, Integer.MAX_VALUE);
        Map<String, Double> meant = meant(query);
        if (meant.isEmpty()) {
            return said.subList(0, Math.min(most, said.size()));
        }
        double best = said.isEmpty() ? 1 : said.getFirst().score();
        Map<Hash, Found> all = new HashMap<>();
        for (Found each : said) {
            double score =
                    each.score() / best + meant.getOrDefault(each.node().item().handle(), 0.0);
            all.put(each.node().item(), new Found(each.node(), score));
        }
        for (Entry.Node node : recall.transcript().nodes()) {
            Double score = meant.get(node.item().handle());
            if (score != null) {
                all.putIfAbsent(node.item(), new Found(node, score));
            }
        }
        List<Found> order = new ArrayList<>(all.values());
        order.sort(Comparator.comparingDouble(Found::score)
                .reversed()
                .thenComparing(found -> found.node().at(), Comparator.reverseOrder())
                .thenComparing(found -> found.node().item().text()));
        return order.subList(0, Math.min(most, order.size()));
    }

    /** What pieces are worth for what they mean, by their handles. */
    private Map<String, Double> meant(String query) {
        Query asked = Query.of(query)
                .most(MOST_MEANT)
                .atLeast(LEAST_COSINE)
                .in(Scope.SESSIONS)
                .on(session.id().toString())
                .by(Query.Mode.MEANING)
                .fusedBy(new Fusion.Scores(0, 1));
        Optional<Answer> answer = Soon.within(PATIENCE, "search by meaning", () -> Optional.of(index.apply(asked)));
        Map<String, Double> meant = new HashMap<>();
        for (Hit hit : answer.map(Answer::hits).orElse(List.of())) {
            double worth = WEIGHT * (hit.score() - LEAST_COSINE) / (1 - LEAST_COSINE);
            meant.merge(hit.path().substring(hit.path().lastIndexOf('/') + 1), worth, Math::max);
        }
        return meant;
    }
}
