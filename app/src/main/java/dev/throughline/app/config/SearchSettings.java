package dev.throughline.app.config;

import dev.throughline.search.Decay;
import dev.throughline.search.Diversity;
import dev.throughline.search.Fusion;
import dev.throughline.search.Query;
import dev.throughline.search.index.Settings.Measure;
import dev.throughline.search.text.Chunks;
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
        Measure measure) {
    public SearchSettings {
        headers = Map.copyOf(headers);
        paths = List.copyOf(paths);
    }

    static SearchSettings of(Settings settings) {
        return new SearchSettings(
                settings.value(SearchKeys.EMBEDDINGS),
                settings.value(SearchKeys.SEARCH_MODEL),
                settings.value(SearchKeys.SEARCH_URL),
                settings.value(SearchKeys.SEARCH_KEY),
                settings.value(SearchKeys.SEARCH_HEADERS),
                settings.value(SearchKeys.SEARCH_PATHS),
                Order.of(settings),
                new Measure(
                        new Chunks.Measure(
                                settings.value(SearchKeys.CHUNK_TOKENS), settings.value(SearchKeys.CHUNK_OVERLAP)),
                        settings.value(SearchKeys.CANDIDATES),
                        settings.value(SearchKeys.SNIPPET_CHARACTERS),
                        settings.value(SearchKeys.CACHED_VECTORS)));
    }

    /**
     * How hits are put in order.
     *
     * @param diversity how much a hit must fit to come before one that says something new; none to go by fit alone
     * @param halfLifeDays after how many days what is dated counts half; 0 for never
     * @param leastFit how well a hit must fit what is asked for, from 0 to 1
     */
    public record Order(Fusion fusion, Optional<Diversity> diversity, int halfLifeDays, double leastFit) {
        /** Calibrated on questions without an answer; see docs/search.md. */
        static final double LEAST_FIT = 0.66;

        public static final Order USUAL = new Order(Fusion.USUAL, Optional.empty(), 0, LEAST_FIT);

        private static Order of(Settings settings) {
            double meaning = settings.value(SearchKeys.MEANING_PERCENT) / 100.0;
            Fusion fusion =
                    switch (settings.value(SearchKeys.FUSION)) {
                        case EVIDENCE -> isOurs(settings.value(SearchKeys.EMBEDDINGS)) ? Fusion.USUAL : Fusion.BY_RANK;
                        case RANKS -> Fusion.BY_RANK;
                        case WEIGHTS -> new Fusion.Scores(1 - meaning, meaning);
                    };
            int relevance = settings.value(SearchKeys.RELEVANCE_PERCENT);
            return new Order(
                    fusion,
                    relevance == 100 ? Optional.empty() : Optional.of(new Diversity(relevance / 100.0)),
                    settings.value(SearchKeys.HALF_LIFE_DAYS),
                    settings.value(SearchKeys.LEAST_FIT_PERCENT) / 100.0);
        }

        /** Whether the model is the one whose cosines evidence was measured with. */
        private static boolean isOurs(Embeddings embeddings) {
            return switch (embeddings) {
                case AUTO, LOCAL, NONE -> true;
                case OPENAI, GEMINI, CUSTOM -> false;
            };
        }

        /** A query for a text whose hits come in this order. */
        public Query of(String text, LocalDate today) {
            Query query = Query.of(text).fusedBy(fusion).fitting(leastFit);
            Query diverse = diversity.map(query::diverse).orElse(query);
            return halfLifeDays == 0 ? diverse : diverse.fading(new Decay(today, halfLifeDays));
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
