package dev.throughline.memory.admission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines that are known, and whether another says the same.
 *
 * <p>Two lines are compared by their words and by pairs of neighbouring words, without case, punctuation, source or
 * list mark. They say nearly the same if {@value #ALIKE} of those pairs are shared, and if their <em>facts</em> are the
 * same: numbers, names with digits or marks in them, and words that turn a sentence round. Port 8080 and port 8081
 * differ by one word of eight, and so do always and never; both are news.
 *
 * <p>Finding is by an index over pairs, so the cost grows with the lines that share one. Not safe for use by
 * many threads.
 */
public final class Likeness {
    /** How much of their pairs two lines share that say the same. */
    static final double ALIKE = 0.7;

    /** More lines are not compared with; the first ones count, which the caller gives newest first. */
    static final int MOST_LINES = 200_000;

    /** A pair that so many lines have tells nothing. */
    private static final int COMMON = 2_000;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_./:@#-]*[\\p{L}\\p{N}])?");
    private static final Pattern HAN = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]");
    private static final Set<String> TURNS = Set.of(
            "not", "no", "never", "always", "without", "don't", "dont", "cannot", "can't", "only", "except", "stop",
            "avoid", "unless", "instead", "before", "after", "enable", "disable", "on", "off", "more", "less");

    private record Known(String line, Set<String> pairs, Set<String> facts) {}

    private final List<Known> lines = new ArrayList<>();
    private final Map<String, List<Integer>> byPair = new HashMap<>();
    private final Set<String> exact = new HashSet<>();

    /** Adds a line to what is known; one without words is passed over. */
    public void add(String line) {
        List<String> words = words(line);
        if (words.isEmpty() || lines.size() >= MOST_LINES || !exact.add(String.join(" ", words))) {
            return;
        }
        Known known = new Known(line, pairs(words), facts(words));
        int number = lines.size();
        lines.add(known);
        known.pairs()
                .forEach(pair ->
                        byPair.computeIfAbsent(pair, _ -> new ArrayList<>()).add(number));
    }

    /** A known line that says what this one says, if there is one. */
    public Optional<String> same(String line) {
        List<String> words = words(line);
        Set<String> pairs = pairs(words);
        Set<String> facts = facts(words);
        Map<Integer, Integer> shared = new HashMap<>();
        for (String pair : pairs) {
            List<Integer> places = byPair.getOrDefault(pair, List.of());
            if (places.size() <= COMMON || pairs.size() <= 2) {
                places.forEach(place -> shared.merge(place, 1, Integer::sum));
            }
        }
        String best = null;
        double most = ALIKE;
        for (Map.Entry<Integer, Integer> each : shared.entrySet()) {
            Known known = lines.get(each.getKey());
            double likeness = each.getValue() / (double) (known.pairs().size() + pairs.size() - each.getValue());
            if (likeness >= most && known.facts().equals(facts)) {
                most = likeness;
                best = known.line();
            }
        }
        return Optional.ofNullable(best);
    }

    /** Whether a line says word for word what a known one says. */
    public boolean isKnown(String line) {
        return exact.contains(String.join(" ", words(line)));
    }

    static List<String> words(String line) {
        String plain = Source.without(line).toLowerCase(Locale.ROOT).replace('’', '\'');
        // A script without spaces is compared sign by sign.
        String spaced = HAN.matcher(plain).replaceAll(" $0 ");
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(spaced);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    private static Set<String> pairs(List<String> words) {
        Set<String> pairs = new HashSet<>(words);
        for (int i = 0; i + 1 < words.size(); i++) {
            pairs.add(words.get(i) + " " + words.get(i + 1));
        }
        return pairs;
    }

    private static Set<String> facts(List<String> words) {
        Set<String> facts = new HashSet<>();
        for (String word : words) {
            boolean isFact = TURNS.contains(word) || word.chars().anyMatch(c -> !Character.isLetter(c));
            if (isFact) {
                facts.add(word);
            }
        }
        return facts;
    }
}
