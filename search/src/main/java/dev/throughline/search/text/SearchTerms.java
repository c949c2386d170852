package dev.throughline.search.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.tartarus.snowball.ext.EnglishStemmer;

/**
 * The terms of a text: exact words, their English stems, and whole identifiers (codes).
 *
 * <pre>
 * HTTPServer.parse_header() failed: ORA-00942, v1.20.0-beta30
 *   words  http server parse header failed ora 00942 v1 20 0 beta30
 *   stems  http server pars header fail ora 00942 v1 20 0 beta30
 *   codes  httpserver.parse_header httpserver parse_header ora-00942 v1.20.0-beta30
 * </pre>
 *
 * <p>A run is a sequence of letters and digits with single joints ({@code _ - . / : @ #} and the like) inside. A run of
 * several parts is an identifier: the whole run and each name in it are codes, and its parts are words. Accents, width
 * and case are removed. Text without spaces (Chinese, Japanese, Thai) becomes its characters and its pairs of adjacent
 * characters.
 */
public final class SearchTerms {
    private static final String JOINTS = "_-./\\:@#+~$";

    /** The joints between names; the others are inside of a name. */
    private static final Pattern LOOSE = Pattern.compile("[./\\\\:@#+~$]");

    /** Stop words; they count only in a query that has no other words. */
    private static final Set<String> COMMON = Set.of(
            ("a an and are as at be but by did do does for from had has have how i if in into is it its me my no not of"
                            + " on or our so such that the their then there these they this to us was we were what when"
                            + " where which who whom whose why will with would you your")
                    .split(" ", -1));

    private static final int MAX_CODE_LENGTH = 200;
    private static final int MAX_WORD_LENGTH = 100;

    private final List<String> exact = new ArrayList<>();
    private final List<String> stems = new ArrayList<>();
    private final List<String> codes = new ArrayList<>();
    private final boolean isQuery;
    private boolean isOneName;
    private final EnglishStemmer stemmer = new EnglishStemmer();

    private SearchTerms(String text, boolean isQuery) {
        this.isQuery = isQuery;
        scan(text);
    }

    /** The terms of a document. */
    public static SearchTerms of(String text) {
        return new SearchTerms(text, /* isQuery= */ false);
    }

    /** The terms of a query: text without spaces gives pairs only, if there are any. */
    public static SearchTerms ofQuery(String text) {
        return new SearchTerms(text, /* isQuery= */ true);
    }

    /** Whether an exact word is a stop word. */
    public static boolean isCommon(String word) {
        return COMMON.contains(word);
    }

    /** Whether a letter belongs to a script that is written without spaces between words. */
    static boolean isUnspaced(int c) {
        if (c < 0x0e00 || !Character.isLetter(c)) {
            return false;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, THAI, LAO, KHMER, MYANMAR, BOPOMOFO, YI -> true;
            case COMMON -> c == 'ー' || c == '々' || c == '〆';
            default -> false;
        };
    }

    /** How many of the words of both sets are in both, from 0 to 1. */
    public static double overlap(Set<String> a, Set<String> b) {
        long both = a.stream().filter(b::contains).count();
        long all = a.size() + b.size() - both;
        return all == 0 ? 0 : (double) both / all;
    }

    public List<String> exact() {
        return exact;
    }

    public List<String> stems() {
        return stems;
    }

    /** The different words that count in a query: without stop words, unless there are no others. */
    public Set<String> significantWords() {
        return significant(exact);
    }

    /** The stems of the words that count in a query. */
    public Set<String> significantStems() {
        return significant(stems);
    }

    private Set<String> significant(List<String> terms) {
        boolean isAllCommon = exact.stream().allMatch(SearchTerms::isCommon);
        Set<String> significant = new LinkedHashSet<>();
        for (int i = 0; i < terms.size(); i++) {
            if (isAllCommon || !isCommon(exact.get(i))) {
                significant.add(terms.get(i));
            }
        }
        return significant;
    }

    public List<String> codes() {
        return codes;
    }

    /** Whether the text is one identifier and nothing else. */
    public boolean isOneName() {
        return isOneName && !codes.isEmpty();
    }

    private void scan(String raw) {
        isOneName = raw.strip().chars().noneMatch(Character::isWhitespace);
        String text = Normalizer.isNormalized(raw, Normalizer.Form.NFKC)
                ? raw
                : Normalizer.normalize(raw, Normalizer.Form.NFKC);
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (isUnspaced(c)) {
                at = unspaced(text, at);
            } else if (Character.isLetterOrDigit(c)) {
                at = run(text, at);
            } else {
                at += Character.charCount(c);
            }
        }
    }

    private int unspaced(String text, int from) {
        List<String> letters = new ArrayList<>();
        int at = from;
        while (at < text.length() && isUnspaced(text.codePointAt(at))) {
            int width = Character.charCount(text.codePointAt(at));
            letters.add(text.substring(at, at + width).toLowerCase(Locale.ROOT));
            at += width;
        }
        if (!isQuery || letters.size() == 1) {
            letters.forEach(this::plain);
        }
        for (int i = 0; i + 1 < letters.size(); i++) {
            plain(letters.get(i) + letters.get(i + 1));
        }
        return at;
    }

    private void plain(String word) {
        exact.add(word);
        stems.add(word);
    }

    /** Splits the run that starts here, and returns where it ends. */
    private int run(String text, int from) {
        int at = from;
        int segment = from;
        List<String> segments = new ArrayList<>();
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (isInside(c)) {
                at += Character.charCount(c);
            } else if (isJoint(text, at)) {
                segments.add(text.substring(segment, at));
                segment = ++at;
            } else {
                break;
            }
        }
        segments.add(text.substring(segment, at));
        for (String each : segments) {
            parts(each);
        }
        if (segments.size() > 1) {
            codes(text.substring(from, at));
        }
        return at;
    }

    /** Adds the whole run, its last part after a slash, and each name in it that contains _ or -. */
    private void codes(String run) {
        code(run);
        String file = run.substring(Math.max(run.lastIndexOf('/'), run.lastIndexOf('\\')) + 1);
        if (file.length() < run.length() && LOOSE.matcher(file).find()) {
            code(file);
        }
        for (String name : LOOSE.split(run, -1)) {
            if (name.length() < run.length() && (name.indexOf('_') >= 0 || name.indexOf('-') >= 0)) {
                code(name);
            }
        }
    }

    private static boolean isInside(int c) {
        return (Character.isLetterOrDigit(c)
                        || Character.getType(c) == Character.NON_SPACING_MARK
                        || c == '\''
                        || c == '’')
                && !isUnspaced(c);
    }

    private static boolean isJoint(String text, int at) {
        return JOINTS.indexOf(text.charAt(at)) >= 0
                && at + 1 < text.length()
                && Character.isLetterOrDigit(text.codePointAt(at + 1))
                && !isUnspaced(text.codePointAt(at + 1));
    }

    /** Adds the parts of a segment between its capital letters: parseHTTPHeader2x is parse, http, header2x. */
    private void parts(String segment) {
        int start = 0;
        int count = 0;
        for (int i = 1; i < segment.length(); i++) {
            boolean isUpper = Character.isUpperCase(segment.charAt(i));
            boolean afterLower = !Character.isUpperCase(segment.charAt(i - 1));
            boolean beforeLower = i + 1 < segment.length() && Character.isLowerCase(segment.charAt(i + 1));
            if (isUpper && (afterLower || (beforeLower && Character.isLetter(segment.charAt(i - 1))))) {
                word(segment.substring(start, i));
                count++;
                start = i;
            }
        }
        word(segment.substring(start));
        if (count > 0 || hasLetterAndDigit(segment)) {
            code(segment);
        }
    }

    private static boolean hasLetterAndDigit(String segment) {
        boolean hasLetter = false;
        boolean hasDigit = false;
        for (int i = 0; i < segment.length(); i++) {
            hasLetter |= Character.isLetter(segment.charAt(i));
            hasDigit |= Character.isDigit(segment.charAt(i));
        }
        return hasLetter && hasDigit;
    }

    private void word(String raw) {
        String word = fold(withoutApostrophe(raw));
        if (word.isEmpty() || word.length() > MAX_WORD_LENGTH) {
            return;
        }
        exact.add(word);
        stemmer.setCurrent(word);
        stemmer.stem();
        stems.add(stemmer.getCurrent());
    }

    private void code(String raw) {
        if (raw.length() <= MAX_CODE_LENGTH) {
            codes.add(fold(raw));
        }
    }

    /** "someone's" becomes "someone", and "don't" becomes "dont". */
    private static String withoutApostrophe(String word) {
        String straight = word.replace('’', '\'');
        if (straight.indexOf('\'') < 0) {
            return word;
        }
        String owner = straight.endsWith("'s") || straight.endsWith("'S")
                ? straight.substring(0, straight.length() - 2)
                : straight;
        return owner.replace("'", "");
    }

    private static String fold(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (isAscii(lower)) {
            return lower;
        }
        char[] letters = lower.toCharArray();
        char[] folded = new char[letters.length * 4];
        int length = ASCIIFoldingFilter.foldToASCII(letters, 0, folded, 0, letters.length);
        return new String(folded, 0, length).toLowerCase(Locale.ROOT);
    }

    /** A loop, because a stream for each word was a twelfth of all indexing. */
    private static boolean isAscii(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
