package dev.throughline.memory.admission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines that are known, and whether another says the same.
 *
 * <p>Two lines are compared by their words and by pairs of neighbouring words, without case, punctuation, source or
 * list mark. They say nearly the same if {@value #ALIKE_TENTHS} tenths of those marks are shared, and if their
 * <em>facts</em> are the same: numbers, names with digits or signs in them, and words that turn a sentence round. Port
 * 8080 and port 8081 differ by one word of eight, and so do always and never; both are news.
 *
 * <p>A mark is kept as a hash of 32 bits, and the marks of a line in the order of their numbers, pairs before words.
 * Of two lines that are alike, the first mark they share stands among the first three tenths of both: the others are
 * too few to make up the rest. So only those are looked up, which are nearly always pairs, and rare. A line that is
 * forgotten leaves its place empty, and when most places are, all are made anew; so a page that changes costs what its
 * own lines cost. How many lines there may be is the caller's business; one takes about 400 bytes. Not safe for use by
 * many threads.
 */
public final class SimilarLines {
    /** How much of their marks two lines share that say the same. */
    static final int ALIKE_TENTHS = 7;

    /** Fewer empty places than this are not worth the work. */
    private static final int FEW = 1_000;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_./:@#-]*[\\p{L}\\p{N}])?");
    private static final Pattern HAN = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]");
    private static final Set<String> TURNS = Set.of(
            "not", "no", "never", "always", "without", "don't", "dont", "cannot", "can't", "only", "except", "stop",
            "avoid", "unless", "instead", "before", "after", "enable", "disable", "on", "off", "more", "less");

    /** A line, as often as it was added. */
    private static final class Known {
        private final int[] marks;
        private final long facts;
        private int times = 1;

        Known(int[] marks, long facts) {
            this.marks = marks;
            this.facts = facts;
        }
    }

    private final Map<Long, Known> byKey = new HashMap<>();
    private List<Known> lines = new ArrayList<>();
    private PostingLists postings = new PostingLists();

    /** How many different lines are known. */
    public int size() {
        return byKey.size();
    }

    /** Adds a line to what is known, and gives its key; 0 if it has no words and is passed over. */
    public long add(String line) {
        List<String> words = words(line);
        if (words.isEmpty()) {
            return 0;
        }
        long key = hash(words);
        Known known = byKey.get(key);
        if (known == null) {
            known = new Known(marks(words), facts(words));
            byKey.put(key, known);
            place(known);
        } else {
            known.times++;
        }
        return key;
    }

    /** Takes back one adding of a line. */
    public void forget(long key) {
        Known known = byKey.get(key);
        if (known != null && --known.times == 0) {
            byKey.remove(key);
            if (lines.size() > FEW && lines.size() > 2 * byKey.size()) {
                tidy();
            }
        }
    }

    private void tidy() {
        List<Known> all = lines;
        lines = new ArrayList<>(byKey.size());
        postings = new PostingLists();
        all.stream().filter(known -> known.times > 0).forEach(this::place);
    }

    private void place(Known known) {
        for (int i = 0; i < telling(known.marks.length); i++) {
            postings.add(known.marks[i], lines.size());
        }
        lines.add(known);
    }

    /** How many of its first marks a line must be looked up by, so that none is missed that is alike. */
    private static int telling(int marks) {
        return marks - (ALIKE_TENTHS * marks + 9) / 10 + 1;
    }

    /** Whether a known line has the same words. */
    boolean knowsWords(String line) {
        List<String> words = words(line);
        return !words.isEmpty() && byKey.containsKey(hash(words));
    }

    /** Whether a known line says what this one says. */
    public boolean knows(String line) {
        List<String> words = words(line);
        if (words.isEmpty() || byKey.containsKey(hash(words))) {
            return !words.isEmpty();
        }
        int[] marks = marks(words);
        long facts = facts(words);
        boolean[] isFound = {false};
        for (int i = 0; i < telling(marks.length) && !isFound[0]; i++) {
            postings.forEach(marks[i], number -> {
                Known known = lines.get(number);
                isFound[0] |= known.times > 0 && known.facts == facts && isAlike(known.marks, marks);
            });
        }
        return isFound[0];
    }

    private static boolean isAlike(int[] one, int[] other) {
        int shared = 0;
        int i = 0;
        int j = 0;
        while (i < one.length && j < other.length) {
            int order = Integer.compare(one[i], other[j]);
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return 10 * shared >= ALIKE_TENTHS * (one.length + other.length - shared);
    }

    static List<String> words(String line) {
        String plain = LineSource.without(line).toLowerCase(Locale.ROOT).replace('’', '\'');
        // A script without spaces is compared sign by sign.
        String spaced = HAN.matcher(plain).replaceAll(" $0 ");
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(spaced);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    /** Each mark once, in order. A pair has the sign bit, so that pairs stand first. */
    private static int[] marks(List<String> words) {
        int[] marks = new int[2 * words.size() - 1];
        for (int i = 0; i < words.size(); i++) {
            marks[2 * i] = (int) hash(words.subList(i, i + 1)) & Integer.MAX_VALUE;
            if (i + 1 < words.size()) {
                marks[2 * i + 1] = (int) hash(words.subList(i, i + 2)) | Integer.MIN_VALUE;
            }
        }
        return Arrays.stream(marks).sorted().distinct().toArray();
    }

    private static long facts(List<String> words) {
        Set<String> facts = new TreeSet<>();
        for (String word : words) {
            boolean isFact = TURNS.contains(word) || word.chars().anyMatch(c -> !Character.isLetter(c));
            if (isFact) {
                facts.add(word);
            }
        }
        return hash(facts);
    }

    /** Sixty-four bits of words in their order. */
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
