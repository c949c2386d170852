package dev.throughline.app.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * By what meaning is compared.
 *
 * @param model the provider's usual one if there is none
 * @param url where the provider is; its public address if there is none
 * @param key for the provider; else it is taken from its usual variable
 * @param paths files and folders that are searched beside memory
 */
public record SearchSettings(
        Embeddings embeddings, Optional<String> model, Optional<URI> url, Optional<String> key, List<Path> paths) {
    public SearchSettings {
        paths = List.copyOf(paths);
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
