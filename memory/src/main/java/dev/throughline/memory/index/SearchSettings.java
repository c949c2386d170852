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
 * By what meaning is compared.
 *
 * @param model the provider's usual one if there is none
 * @param url where the provider is; its public address if there is none
 * @param key for the provider; else it is taken from its usual variable
 * @param headers sent along to a custom provider; as secret as a key
 * @param paths files and folders that are searched beside memory
 */
public record SearchSettings(
        Embeddings embeddings,
        Optional<String> model,
        Optional<URI> url,
        Optional<String> key,
        Map<String, String> headers,
        List<Path> paths,
        Order order,
        Sizes sizes) {
    public SearchSettings {
        headers = Map.copyOf(headers);
        paths = List.copyOf(paths);
    }

    /**
     * How hits are put in order.
     *
     * @param diversity how much a hit must fit to come before one that says something new; none to go by fit alone
     * @param halfLifeDays after how many days what is dated counts half; 0 for never
     * @param minFit how well a hit must fit what is asked for, from 0 to 1
     */
    public record Order(RankFusion fusion, Optional<Diversity> diversity, int halfLifeDays, double minFit) {
        /** Calibrated on questions without an answer; see docs/search.md. */
        public static final double MIN_FIT = 0.66;

        public static final Order DEFAULT = new Order(RankFusion.DEFAULT, Optional.empty(), 0, MIN_FIT);

        /** A query for a text whose hits come in this order. */
        public SearchQuery of(String text, LocalDate today) {
            SearchQuery query = SearchQuery.of(text).fusedBy(fusion).fitting(minFit);
            SearchQuery diverse = diversity.map(query::diverse).orElse(query);
            return halfLifeDays == 0 ? diverse : diverse.fading(new AgeDecay(today, halfLifeDays));
        }
    }

    /** How the orders by word and by meaning become one. */
    public enum Fused {
        /** By what measured best: how much speaks for a hit, in words and in meaning; for others' models, by ranks. */
        EVIDENCE,
        /** By its ranks in the two orders. */
        RANKS,
        /** By its two scores, weighted. */
        WEIGHTS
    }

    /** Who makes vectors of texts. */
    public enum Embeddings {
        /** The first of the others that can be used. */
        AUTO,
        /** A model in this process. */
        LOCAL,
        OPENAI,
        GEMINI,
        /** Any server that speaks as OpenAI does. */
        CUSTOM,
        /** Nobody: search is by words alone. */
        NONE
    }

    @Override
    public String toString() {
        return "SearchSettings[embeddings=" + embeddings + ", model=" + model.orElse("usual") + ", key="
                + (key.isPresent() ? "••••" : "none") + "]";
    }
}
