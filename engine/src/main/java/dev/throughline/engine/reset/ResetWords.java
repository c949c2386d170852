package dev.throughline.engine.reset;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The words by which a person asks for a new session. A message is such a request if it is one of the words, or begins
 * with one that white space follows.
 *
 * @param words in lower case
 */
public record ResetWords(List<String> words) {
    /** The words that are always understood. */
    public static final List<String> BUILT_IN = List.of("/new", "/reset");

    public ResetWords {
        words = words.stream().map(ResetWords::plain).distinct().toList();
        for (String word : words) {
            if (word.isEmpty() || word.chars().anyMatch(Character::isWhitespace)) {
                throw new IllegalArgumentException(
                        "A word for a reset must be one word without spaces; it is '" + word + "'.");
            }
        }
    }

    /** The built-in words and others. */
    public static ResetWords with(List<String> others) {
        return new ResetWords(Stream.concat(BUILT_IN.stream(), others.stream()).toList());
    }

    /**
     * The rest of a message that begins with one of the words; it is empty if nothing else was said. No result if the
     * message is no such request.
     */
    public Optional<String> rest(String message) {
        String text = message.strip();
        int end = 0;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return words.contains(plain(text.substring(0, end)))
                ? Optional.of(text.substring(end).strip())
                : Optional.empty();
    }

    private static String plain(String word) {
        return word.strip().toLowerCase(Locale.ROOT);
    }
}
