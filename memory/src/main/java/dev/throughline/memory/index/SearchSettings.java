package dev.throughline.memory.index;

import dev.throughline.search.AgeDecay;
import dev.throughline.search.Diversity;
import dev.throughline.search.RankFusion;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.index.IndexSettings.Sizes;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of search.
 *
 * @param model the embedding model; empty for the default one of the provider
 * @param url the address of the provider; empty for its public address
 * @param key the key for the provider; empty to read it from the environment variable of the provider
 * @param headers additional headers for a custom provider; as secret as a key
 * @param paths files and folders that are searched in addition to memory
 */
public record SearchSettings(
        Embeddings embeddings,
        Optional<String> model,
        Optional<URI> url,
        Optional<String> key,
        Map<String, String> headers,
        List<Path> paths,
        HitOrder order,
        Sizes sizes) {
    public SearchSettings {
        headers = Map.copyOf(headers);
        paths = List.copyOf(paths);
    }

    /**
     * The order of hits.
     *
     * @param diversity how relevance is weighed against repetition; empty to order by relevance alone
     * @param halfLifeDays the age in days at which the score of a dated hit is halved; 0 for never
     * @param minFit the minimum relevance, from 0 to 1
     */
    public record HitOrder(RankFusion fusion, Optional<Diversity> diversity, int halfLifeDays, double minFit) {
        /** Calibrated on questions without an answer; see docs/search.md. */
        public static final double MIN_FIT = 0.66;

        public static final HitOrder DEFAULT = new HitOrder(RankFusion.DEFAULT, Optional.empty(), 0, MIN_FIT);

        /** A query whose hits are ordered in this way. */
        public SearchQuery of(String text, LocalDate today) {
            SearchQuery query = SearchQuery.of(text).fusedBy(fusion).fitting(minFit);
            SearchQuery diverse = diversity.map(query::diverse).orElse(query);
            return halfLifeDays == 0 ? diverse : diverse.fading(new AgeDecay(today, halfLifeDays));
        }
    }

    /** The method by which keyword and semantic hits are merged. */
    public enum Fused {
        /** By the measured evidence of both scores; by rank if the embedding model was not measured. */
        EVIDENCE,
        /** By the ranks in both lists. */
        RANKS,
        /** By the weighted sum of both scores. */
        WEIGHTS
    }

    /** The provider of embeddings. */
    public enum Embeddings {
        /** The first of the others that is available. */
        AUTO,
        /** A model in this process. */
        LOCAL,
        OPENAI,
        GEMINI,
        /** Any server with the API of OpenAI. */
        CUSTOM,
        /** Keyword search only. */
        NONE
    }

    @Override
    public String toString() {
        return "SearchSettings[embeddings=" + embeddings + ", model=" + model.orElse("default") + ", key="
                + (key.isPresent() ? "••••" : "none") + "]";
    }
}
