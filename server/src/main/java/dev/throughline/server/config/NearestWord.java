package dev.throughline.server.config;

import dev.throughline.model.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that a user probably meant. */
public final class NearestWord {
    private NearestWord() {}

    /** The closest of the words, if it is close: at most a third of the letters differ. */
    public static Optional<String> to(String word, Collection<String> words) {
        int most = Math.max(1, word.length() / 3);
        return words.stream()
                .filter(candidate -> EditDistance.between(word, candidate) <= most)
                .min(Comparator.comparingInt(candidate -> EditDistance.between(word, candidate)));
    }
}
