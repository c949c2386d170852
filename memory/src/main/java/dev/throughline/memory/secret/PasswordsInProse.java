package dev.throughline.memory.secret;

import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.pattern.PatternTable;
import dev.throughline.model.Span;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds passwords in sentences: {@code the password for the demo account: …}, {@code pw: …},
 * {@code das Passwort lautet …}, {@code la contraseña es …}, {@code 密码是…}, {@code login is ines / …}.
 *
 * <p>Between the word and the value a few words may say what it is for. A value of letters only is a password if it
 * ends its clause and is not one of the words that people use about passwords.
 */
final class PasswordsInProse {
    private static final int MIN_LENGTH = 3;
    private static final int MIN_WORD_LENGTH = 4;

    private static final PatternTable PATTERNS = new PatternTable(PasswordsInProse.class, "password-phrases.txt");
    private static final Pattern STATED = PATTERNS.pattern("stated");
    private static final Pattern PAIR = PATTERNS.pattern("pair");
    private static final Pattern PLACEHOLDER = PATTERNS.pattern("placeholder");
    private static final Pattern NO_VALUE = PATTERNS.caseSensitive("no-value");
    private static final Pattern ENGLISH_REMARK = PATTERNS.pattern("english-remark");
    private static final Pattern REMARK = PATTERNS.pattern("remark");
    private static final Pattern ENGLISH = Pattern.compile("\\h(?:is|was|are|to)\\b.*");
    private static final Pattern HYPHENATED = Pattern.compile("\\p{L}['’\\p{L}]*(?:-['’\\p{L}]*)+");

    /** The groups of a quoted and of a plain value. */
    private static final List<String> QUOTED = List.of("double", "single", "code", "other");

    private static final String PLAIN = "plain";

    /** Words that people use about passwords. */
    private static final Set<String> REMARKS =
            words(TextResources.rows(PasswordsInProse.class, "words-about-passwords.txt"));

    /** A quotation with one of these words is a message of a program. */
    private static final Set<String> PROSE = words("""
        must should not too least most characters character letters enter please your their choose confirm forgot
        repeat cannot can't don't isn't please bitte muss nicht mindestens zeichen debe caracteres doit caractères\
        """.lines());

    /** Parts of words with hyphens that are remarks: {@code auto-generated}, {@code up-to-date}. */
    private static final Set<String> PARTS = words("""
        case self auto read write well one non pre user multi base plain long short built server client up out to of
        the in and by on per for de la du auf key pass code use only\
        """.lines());

    private PasswordsInProse() {}

    static Set<String> words(Stream<String> lines) {
        return lines.flatMap(line -> Stream.of(line.split(" ", -1))).collect(Collectors.toUnmodifiableSet());
    }

    static void find(String text, List<Redaction.Secret> found) {
        stated(text, found);
        pairs(text, found);
    }

    private static void stated(String text, List<Redaction.Secret> found) {
        Matcher matcher = STATED.matcher(text);
        int from = 0;
        while (from <= text.length() && matcher.find(from)) {
            boolean isEnglish = ENGLISH.matcher(matcher.group("is")).matches();
            Span value = value(matcher, text, isEnglish);
            if (value.length() > 0) {
                found.add(new Redaction.Secret(value.start(), value.end(), "password"));
            }
            from = Math.max(matcher.end("is"), matcher.start() + 1);
        }
    }

    private static void pairs(String text, List<Redaction.Secret> found) {
        Matcher pair = PAIR.matcher(text);
        while (pair.find()) {
            Span whole = group(pair);
            int start = whole.start();
            int end = trimmed(text, start, whole.end());
            String between = text.substring(pair.end(1), start);
            boolean isTight = !between.contains(" ") && between.length() == 1;
            String value = text.substring(start, end);
            boolean isPath = value.indexOf('/') >= 0 || value.matches("[\\p{L}\\p{N}_-]+\\.[a-z]{1,5}");
            boolean isMixed = value.chars().anyMatch(c -> !Character.isLetter(c)) && value.length() > MIN_LENGTH;
            boolean isSecret = !isPath
                    && (isTight
                            ? isMixed && !value.matches("[0-9]+")
                            : value(pair, text, false).length() > 0);
            if (isSecret && !hasNoValue(value)) {
                found.add(new Redaction.Secret(start, end, "password"));
            }
        }
    }

    /** The range of the value. */
    private static Span group(Matcher matcher) {
        String name = QUOTED.stream()
                .filter(each -> matcher.start(each) >= 0)
                .findFirst()
                .orElse(PLAIN);
        return new Span(matcher.start(name), matcher.end(name));
    }

    /** The range of the password; empty if it is only a remark about passwords. */
    private static Span value(Matcher matcher, String text, boolean isEnglish) {
        Span whole = group(matcher);
        String quoted = text.substring(whole.start(), whole.end()).strip();
        if (quoted.indexOf(' ') >= 0 && isPhrase(quoted)) {
            return whole;
        }
        int space = text.indexOf(' ', whole.start());
        boolean isCut = space >= 0 && space < whole.end();
        int end = trimmed(text, whole.start(), isCut ? space : whole.end());
        boolean isWord = text.substring(whole.start(), end).chars().allMatch(Character::isLetter);
        boolean isValue = !(isCut && isWord) && isValue(text, new Span(whole.start(), end), isEnglish);
        return isValue ? new Span(whole.start(), end) : new Span(whole.start(), whole.start());
    }

    /** Whether several quoted words are a passphrase, and not a message of a program. */
    static boolean isPhrase(String quoted) {
        List<String> words = List.of(quoted.toLowerCase(Locale.ROOT).split("\\s+", -1));
        long remarks = words.stream()
                .filter(word -> REMARKS.contains(word) || SecretHeuristics.hasNoValue(word))
                .count();
        return words.stream().noneMatch(PROSE::contains)
                && remarks <= (words.size() > 2 ? 1 : 0)
                && !quoted.matches(".*[{<$:=].*");
    }

    /** The end of a value without the marks that end a sentence or a quotation. */
    private static int trimmed(String text, int start, int stop) {
        int end = stop;
        while (end > start && ".!?)]:*".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    /** Whether a value is a password and not a remark about passwords. */
    private static boolean isValue(String text, Span place, boolean isEnglish) {
        String value = text.substring(place.start(), place.end());
        if (value.length() < MIN_LENGTH
                || hasNoValue(value)
                || value.codePoints().anyMatch(Character::isIdeographic)) {
            return false;
        }
        boolean isQuoted = place.start() > 0 && isQuote(text.charAt(place.start() - 1));
        if (!isQuoted && SecretHeuristics.isCode(value)) {
            return false;
        }
        if (HYPHENATED.matcher(value).matches()) {
            return isLast(text, place.end()) && isHyphenatedPhrase(value, isEnglish);
        }
        boolean isWord = value.chars().allMatch(Character::isLetter);
        if (!isWord) {
            return value.length() > MIN_LENGTH && !NO_VALUE.matcher(value).matches();
        }
        return value.length() >= MIN_WORD_LENGTH
                && !REMARKS.contains(value.toLowerCase(Locale.ROOT))
                && (isQuoted || (isLast(text, place.end()) && !isRemark(value, isEnglish)));
    }

    /** Whether a word has the ending of an adjective or verb; English has fewer such endings. */
    private static boolean isRemark(String word, boolean isEnglish) {
        return (isEnglish ? ENGLISH_REMARK : REMARK)
                .matcher(word.toLowerCase(Locale.ROOT))
                .matches();
    }

    /** Whether words with hyphens are a passphrase; in English two such words are often an adjective. */
    static boolean isHyphenatedPhrase(String value, boolean isEnglish) {
        List<String> parts = List.of(value.toLowerCase(Locale.ROOT).split("-", -1));
        return parts.size() >= (isEnglish ? 3 : 2)
                && parts.stream()
                        .noneMatch(part -> part.length() < MIN_LENGTH
                                || PARTS.contains(part)
                                || REMARKS.contains(part)
                                || isRemark(part, /* isEnglish= */ true));
    }

    private static boolean hasNoValue(String value) {
        return PLACEHOLDER.matcher(value).matches() || SecretHeuristics.isReferenceOrNone(value);
    }

    private static boolean isQuote(char c) {
        return "\"'`«„“「".indexOf(c) >= 0;
    }

    private static boolean isLast(String text, int end) {
        int at = end;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at >= text.length() || ".,;!\n\r)–—。，；（(".indexOf(text.charAt(at)) >= 0 || text.startsWith("- ", at);
    }
}
