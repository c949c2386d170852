package dev.throughline.memory.topic;

import dev.throughline.engine.helper.TextResources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a topic after its text: by the first words that are not stop words. The same text always has the same name.
 *
 * <pre>
 *   Please remember that releases are cut on Thursdays.   releases cut thursdays
 * </pre>
 */
public final class TopicName {
    private static final int MAX_WORDS = 4;

    /** A text that shares this many words with a name belongs to that topic. */
    private static final int MIN_SHARED = 2;

    private static final int MIN_WORD_LENGTH = 3;
    private static final String DEFAULT_NAME = "note";
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_.'-]*[\\p{L}\\p{N}])?");

    private static final Set<String> STOP_WORDS =
            Set.of(TextResources.text(TopicName.class, "stop-words.txt").strip().split("\\s+"));

    private TopicName() {}

    /** The name of a text of one line. */
    public static String of(String text) {
        List<String> words = List.copyOf(words(text));
        return words.isEmpty() ? DEFAULT_NAME : String.join(" ", words.subList(0, Math.min(MAX_WORDS, words.size())));
    }

    /** The first of these names that a text belongs to. */
    public static Optional<String> among(String text, Iterable<String> names) {
        Set<String> inText = words(text);
        for (String name : names) {
            List<String> shared = new ArrayList<>(words(name));
            int all = shared.size();
            shared.retainAll(inText);
            if (all > 0 && shared.size() >= Math.min(MIN_SHARED, all)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static Set<String> words(String text) {
        Set<String> words = new LinkedHashSet<>();
        Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (word.find()) {
            boolean isLong = word.group().length() >= MIN_WORD_LENGTH
                    || word.group().codePoints().anyMatch(Character::isIdeographic);
            if (isLong && !STOP_WORDS.contains(word.group())) {
                words.add(word.group());
            }
        }
        return words;
    }
}
