package dev.throughline.memory.metadata;

import dev.throughline.engine.helper.TextResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of a text that say what it is about, in their order: without articles, pronouns and other words that any
 * text has. Of an address or a path, only the end counts.
 *
 * <pre>
 *   Can we fix the flaky test in src/net/RetryTest.java?      fix flaky test retrytest
 *   review https://github.com/ada/parser/pull/88              review pr 88
 * </pre>
 */
final class NameWords {
    private static final Set<String> STOP_WORDS = words("name-stop-words.txt");
    private static final Set<String> GENERIC_WORDS = words("generic-words.txt");

    private static final Pattern REDACTED = Pattern.compile("\\[redacted:[^\\]]*]|REDACTED");
    private static final Pattern PULL_REQUEST = Pattern.compile("https?://\\S*/(?:pull|merge_requests)/(\\d+)\\S*");
    private static final Pattern ISSUE = Pattern.compile("https?://\\S*/issues?/([A-Za-z]*-?\\d+)\\S*");
    private static final Pattern ADDRESS = Pattern.compile("https?://(?:www\\.)?([^/\\s:]+)\\S*");
    private static final Pattern PATH = Pattern.compile("[@~]?[\\w.@~-]*/(?:[\\w.@-]+/)*([\\w@-][\\w.@-]*)?");
    private static final Pattern EXTENSION = Pattern.compile("\\.[a-z]{1,5}(?::\\d+)*$");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}][\\p{L}\\p{M}\\p{N}_.'’-]*");
    private static final Pattern DATE = Pattern.compile("^[0-9]{4}-[0-9]{2}-[0-9]{2}-?");
    private static final Pattern LONG_ID = Pattern.compile("[0-9a-f]{12,}|[0-9]{6,}");
    private static final Pattern LETTER = Pattern.compile("\\p{L}");

    private NameWords() {}

    private static Set<String> words(String file) {
        return TextResources.rows(NameWords.class, file)
                .flatMap(line -> Stream.of(line.split("\\s+", -1)))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a word says what a session is about, and not only what was done. */
    static boolean isSpecific(String word) {
        return !GENERIC_WORDS.contains(word);
    }

    static List<String> of(String text) {
        String plain = REDACTED.matcher(text).replaceAll(" ");
        plain = PULL_REQUEST.matcher(plain).replaceAll(" pr $1 ");
        plain = ISSUE.matcher(plain).replaceAll(" issue-$1 ");
        plain = ADDRESS.matcher(plain).replaceAll(" $1 ");
        plain = PATH.matcher(plain).replaceAll(NameWords::end);
        List<String> words = new ArrayList<>();
        WORD.matcher(plain).results().forEach(found -> add(found.group(), words));
        return words;
    }

    /** The end of a path; a path that is only two words, such as {@code build/test}, stays. */
    private static String end(MatchResult path) {
        String name = path.group(1) == null ? "" : path.group(1);
        boolean isPair = path.group().chars().filter(c -> c == '/').count() == 1
                && !path.group().contains(".")
                && !path.group().startsWith("/")
                && !path.group().startsWith("@");
        return " " + Matcher.quoteReplacement(isPair ? path.group().replace("/", " ") : name) + " ";
    }

    private static void add(String token, List<String> words) {
        String plain = EXTENSION.matcher(token.toLowerCase(Locale.ROOT)).replaceAll("");
        String word = SessionName.normalised(DATE.matcher(plain).replaceFirst(""));
        boolean isStopWord = STOP_WORDS.contains(plain) || STOP_WORDS.contains(word);
        boolean isSaid = !words.isEmpty() && words.getLast().equals(word);
        boolean isLetter =
                word.length() == 1 && LETTER.matcher(word).matches() && !Character.isIdeographic(word.codePointAt(0));
        if (!word.isEmpty()
                && !isStopWord
                && !isSaid
                && !isLetter
                && !LONG_ID.matcher(word).matches()) {
            words.add(word);
        }
    }
}
