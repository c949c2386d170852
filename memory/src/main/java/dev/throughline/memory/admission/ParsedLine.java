package dev.throughline.memory.admission;

import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.pattern.PatternTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of a line that are compared with another line: the words for its subject, the values that it states, what
 * it rejects, and whether it is a negation.
 *
 * <pre>
 *   The release day is Monday, not Thursday.   about releas, weekday monday, rejects weekday thursday
 *   We no longer use feature flags.            about featur flag, denied, ended
 * </pre>
 *
 * @param words stems, without stop words and values
 * @param values by kind
 * @param rejected words and values that it says are not or no longer true
 * @param isReplaced whether the line says that the rejected thing was replaced: we switched from Helm
 * @param isEnded whether it says that something ended: no longer, stop, any more
 * @param isAdded whether it says that something is true in addition: also, too
 * @param scoped kinds of values that only limit where the line applies: in Go
 * @param naming a name and the thing that has it, if the line says nothing else
 */
record ParsedLine(
        Set<String> words,
        Map<String, List<String>> values,
        Set<String> rejected,
        boolean isReplaced,
        boolean isDenied,
        boolean isEnded,
        boolean isAdded,
        Set<String> scoped,
        Optional<Naming> naming) {
    /** Longer lines state more than one fact and are not compared. */
    static final int MAX_CHARACTERS = 300;

    /** A name and the thing that has it: "the release manager is Ana". */
    record Naming(Set<String> subject, String link, String name) {}

    private static final PatternTable PATTERNS = new PatternTable(ParsedLine.class, "line-patterns.txt");
    private static final Pattern WORD = PATTERNS.pattern("term");
    private static final Pattern REJECTION = PATTERNS.pattern("rejection");
    private static final Pattern REJECTED = PATTERNS.pattern("rejected");
    private static final Pattern REPLACEMENT = PATTERNS.pattern("replacement");
    private static final Pattern REPLACED = PATTERNS.pattern("replaced");
    private static final Pattern ENDED = PATTERNS.pattern("ended");
    private static final Pattern STOPPED = PATTERNS.pattern("stopped");
    private static final Pattern DENIED = PATTERNS.pattern("denied");
    private static final Pattern ADDED = PATTERNS.pattern("added");
    private static final Pattern SCOPING = PATTERNS.pattern("scoping");
    private static final Pattern LINK = PATTERNS.caseSensitive("link");
    private static final Pattern OWNER = PATTERNS.caseSensitive("owner");
    private static final Pattern ASKED = PATTERNS.caseSensitive("asked");
    private static final Pattern NAME = PATTERNS.caseSensitive("name");
    private static final Pattern NAMED = PATTERNS.pattern("named");
    private static final Pattern HAN = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]");
    private static final Pattern HAN_WEEKDAY = Pattern.compile("(?:周|星期|礼拜)([一二三四五六日天])");
    private static final List<String> WEEKDAYS =
            List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

    private static final Set<String> STOP_WORDS = TextResources.rows(ParsedLine.class, "stop-words.txt")
            .flatMap(line -> Stream.of(line.strip().split("\\s+", -1)))
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> DETERMINERS = Set.of(
            "the", "a", "our", "my", "der", "die", "das", "unser", "unsere", "el", "la", "los", "las", "le", "les");

    static ParsedLine of(String line) {
        String text = plain(line);
        Set<String> rejected = new LinkedHashSet<>();
        String rest = REJECTION.matcher(text).find() ? without(REJECTED, text, rejected) : text;
        Set<String> replaced = new LinkedHashSet<>();
        rest = REPLACEMENT.matcher(text).find() ? without(REPLACED, rest, replaced) : rest;
        rejected.addAll(replaced);
        boolean isEnded = ENDED.matcher(rest).find() || STOPPED.matcher(rest).find();
        boolean isDenied = isEnded || DENIED.matcher(rest).find();
        rest = ENDED.matcher(rest).replaceAll(" ");
        Set<String> words = new LinkedHashSet<>();
        Map<String, List<String>> values = new LinkedHashMap<>();
        Set<String> scoped = new HashSet<>();
        String before = "";
        boolean isSubject = true;
        for (String word : split(rest)) {
            Optional<StatedValue> value = StatedValue.of(word);
            isSubject &= !STOP_WORDS.contains(word) || DETERMINERS.contains(word);
            if (isSubject && !words.isEmpty() && Character.isDigit(word.charAt(0))) {
                words.add(word); // Server 7 is not server 8.
            } else if (value.isPresent()) {
                String kind = value.get().kind();
                values.computeIfAbsent(kind, _ -> new ArrayList<>())
                        .add(value.get().text());
                if (!StatedValue.isMeasure(kind) && SCOPING.matcher(before).matches()) {
                    scoped.add(kind);
                }
            } else if (!STOP_WORDS.contains(word)) {
                words.add(stem(word));
            }
            before = word;
        }
        return new ParsedLine(
                Set.copyOf(words),
                values,
                Set.copyOf(rejected),
                !replaced.isEmpty(),
                isDenied,
                isEnded,
                ADDED.matcher(rest).find(),
                Set.copyOf(scoped),
                isDenied ? Optional.empty() : naming(rest));
    }

    List<String> valuesOf(String kind) {
        return values.getOrDefault(kind, List.of());
    }

    /** All words and values of the line. */
    Set<String> content() {
        Set<String> content = new HashSet<>(words);
        values.forEach((kind, texts) -> texts.forEach(text -> content.add(kind + ":" + text)));
        return content;
    }

    private static String plain(String line) {
        String text = LineSource.without(line).replace('’', '\'').replaceAll("[`\"“”*]|^\\s*[-+] ", "");
        String days = HAN_WEEKDAY
                .matcher(text)
                .replaceAll(found -> " " + WEEKDAYS.get("一二三四五六日天".indexOf(found.group(1)) % 7) + " ");
        return days.replaceAll("\\s+", " ").strip();
    }

    /** Removes the matches of a pattern and adds the words of its groups to {@code found}. */
    private static String without(Pattern pattern, String text, Set<String> found) {
        Matcher matcher = pattern.matcher(text);
        StringBuilder rest = new StringBuilder();
        while (matcher.find()) {
            for (int i = 1; i <= matcher.groupCount(); i++) {
                String group = matcher.group(i);
                if (group != null) {
                    found.addAll(content(group));
                }
            }
            matcher.appendReplacement(rest, " ");
        }
        return matcher.appendTail(rest).toString().strip();
    }

    private static Set<String> content(String text) {
        Set<String> content = new LinkedHashSet<>();
        for (String word : split(text)) {
            Optional<StatedValue> value = StatedValue.of(word);
            if (value.isPresent()) {
                content.add(value.get().toString());
            } else if (!STOP_WORDS.contains(word)) {
                content.add(stem(word));
            }
        }
        return content;
    }

    private static List<String> split(String text) {
        return words(WORD, text);
    }

    /** The words of a text in lower case; in a script without spaces each character is a word. */
    static List<String> words(Pattern word, String text) {
        String spaced = HAN.matcher(text.toLowerCase(Locale.ROOT)).replaceAll(" $0 ");
        return word.matcher(spaced).results().map(MatchResult::group).toList();
    }

    /** Removes the ending, so that releases, released and releasing are equal. */
    private static String stem(String word) {
        String stem = word.replaceFirst("'s$", "");
        if (stem.length() > 4 && stem.chars().allMatch(Character::isLetter)) {
            stem = stem.replaceFirst("ies$", "y").replaceFirst("(?<=\\p{L}{3})(?:ing|ed|es|s(?<!ss))$", "");
            stem = stem.replaceFirst("(\\p{L})\\1$", "$1").replaceFirst("(?<=\\p{L}{3})e$", "");
        }
        return stem;
    }

    private static Optional<Naming> naming(String text) {
        Matcher owner = OWNER.matcher(text);
        if (owner.matches()) {
            return Optional.of(new Naming(content(owner.group(3)), owner.group(2), owner.group(1)));
        }
        Matcher asked = ASKED.matcher(text);
        if (asked.matches()) {
            return Optional.of(new Naming(content(asked.group(3)), asked.group(2), asked.group(1)));
        }
        Matcher link = LINK.matcher(text);
        if (!link.matches()) {
            return Optional.empty();
        }
        String name = link.group(7).strip();
        List<String> words = split(name);
        boolean isName = words.size() <= 3
                && words.stream().noneMatch(STOP_WORDS::contains)
                && (NAME.matcher(name).matches() || NAMED.matcher(link.group(1)).matches());
        Set<String> subject = content(link.group(1) + " " + link.group(4));
        return isName && !subject.isEmpty()
                ? Optional.of(new Naming(subject, link.group(5).strip(), name.toLowerCase(Locale.ROOT)))
                : Optional.empty();
    }
}
