package dev.throughline.memory.admission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A set of lines that finds out whether it contains a line similar to a given one.
 *
 * <p>The features of a line are its words and its pairs of neighbouring words, without case, punctuation, source and
 * list mark. Two lines are similar if they share {@value #SIMILAR_TENTHS} tenths of their features and have the same
 * details: numbers, names with digits or signs, and words that reverse a sentence. Port 8080 and port 8081 differ in
 * one word of eight, and so do always and never; neither pair is similar.
 *
 * <p>A feature is a hash of 32 bits. The features of a line are sorted by number, pairs before words. Similar lines
 * share at least one of their first three tenths of features, because the rest is too small for the required share. So
 * only those are looked up, and they are nearly always pairs, which are rare. A removed line leaves an empty place;
 * when most places are empty, the index is built again. One line needs about 400 bytes; the caller limits their number.
 * Not safe for use by many threads.
 */
public final class SimilarLines {
    /** The share of common features of similar lines. */
    static final int SIMILAR_TENTHS = 7;

    /** With fewer places the index is not built again. */
    private static final int MIN_PLACES_TO_REBUILD = 1_000;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_./:@#-]*[\\p{L}\\p{N}])?");
    private static final Set<String> REVERSING_WORDS = Set.of(
            "not", "no", "never", "always", "without", "don't", "dont", "cannot", "can't", "only", "except", "stop",
            "avoid", "unless", "instead", "before", "after", "enable", "disable", "on", "off", "more", "less");

    private static final class IndexedLine {
        private final int[] features;
        private final long details;
        private int count = 1;

        IndexedLine(int[] features, long details) {
            this.features = features;
            this.details = details;
        }
    }

    private final Map<Long, IndexedLine> byKey = new HashMap<>();
    private List<IndexedLine> places = new ArrayList<>();
    private LinesByFeature byFeature = new LinesByFeature();

    /** The lines of some texts. */
    static SimilarLines of(Collection<String> texts) {
        SimilarLines lines = new SimilarLines();
        texts.stream().flatMap(String::lines).forEach(lines::add);
        return lines;
    }

    /** The number of different lines. */
    public int size() {
        return byKey.size();
    }

    /** Adds a line and returns its key; 0 if it has no words and is not added. */
    public long add(String line) {
        List<String> words = words(line);
        if (words.isEmpty()) {
            return 0;
        }
        long key = hash(words);
        IndexedLine known = byKey.get(key);
        if (known == null) {
            known = new IndexedLine(features(words), details(words));
            byKey.put(key, known);
            place(known);
        } else {
            known.count++;
        }
        return key;
    }

    /** Undoes one {@link #add}. */
    public void remove(long key) {
        IndexedLine known = byKey.get(key);
        if (known != null && --known.count == 0) {
            byKey.remove(key);
            if (places.size() > MIN_PLACES_TO_REBUILD && places.size() > 2 * byKey.size()) {
                List<IndexedLine> all = places;
                places = new ArrayList<>(byKey.size());
                byFeature = new LinesByFeature();
                all.stream().filter(each -> each.count > 0).forEach(this::place);
            }
        }
    }

    private void place(IndexedLine known) {
        for (int i = 0; i < lookups(known.features.length); i++) {
            byFeature.add(known.features[i], places.size());
        }
        places.add(known);
    }

    /** The number of first features by which a line is looked up, so that no similar line is missed. */
    private static int lookups(int features) {
        return features - (SIMILAR_TENTHS * features + 9) / 10 + 1;
    }

    /** Whether the set contains a line with the same words. */
    boolean containsWords(String line) {
        List<String> words = words(line);
        return !words.isEmpty() && byKey.containsKey(hash(words));
    }

    /** Whether the set contains a similar line. */
    public boolean contains(String line) {
        List<String> words = words(line);
        if (words.isEmpty() || byKey.containsKey(hash(words))) {
            return !words.isEmpty();
        }
        int[] features = features(words);
        long details = details(words);
        boolean[] isFound = {false};
        for (int i = 0; i < lookups(features.length) && !isFound[0]; i++) {
            byFeature.forEach(features[i], number -> {
                IndexedLine known = places.get(number);
                isFound[0] |= known.count > 0 && known.details == details && isSimilar(known.features, features);
            });
        }
        return isFound[0];
    }

    private static boolean isSimilar(int[] one, int[] other) {
        int shared = 0;
        int i = 0;
        int j = 0;
        while (i < one.length && j < other.length) {
            int order = Integer.compare(one[i], other[j]);
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return 10 * shared >= SIMILAR_TENTHS * (one.length + other.length - shared);
    }

    static List<String> words(String line) {
        return ParsedLine.words(WORD, LineSource.without(line).replace('’', '\''));
    }

    /** Each feature once, in order. A pair has the sign bit, so that pairs come first. */
    private static int[] features(List<String> words) {
        int[] features = new int[2 * words.size() - 1];
        for (int i = 0; i < words.size(); i++) {
            features[2 * i] = (int) hash(words.subList(i, i + 1)) & Integer.MAX_VALUE;
            if (i + 1 < words.size()) {
                features[2 * i + 1] = (int) hash(words.subList(i, i + 2)) | Integer.MIN_VALUE;
            }
        }
        return Arrays.stream(features).sorted().distinct().toArray();
    }

    private static long details(List<String> words) {
        Set<String> details = new TreeSet<>(words);
        details.removeIf(word -> !REVERSING_WORDS.contains(word) && word.chars().allMatch(Character::isLetter));
        return hash(details);
    }

    /** A hash of words in their order. */
    private static long hash(Iterable<String> words) {
        long hash = 0xCBF29CE484222325L;
        for (String word : words) {
            for (int i = 0; i < word.length(); i++) {
                hash = (hash ^ word.charAt(i)) * 0x100000001B3L;
            }
            hash = (hash ^ ' ') * 0x100000001B3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
        return hash ^ (hash >>> 32);
    }
}
