package dev.throughline.memory.metadata;

import dev.throughline.memory.pattern.PatternTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what a person wants in a message: the title of a pasted plan or issue, or else the first sentence that says
 * something. Polite words before it are not used for a name.
 *
 * <pre>
 *   Please have a look at the flaky parser test. It fails …        flaky, parser, test
 *   Implement the following plan:  # Plan: Remove the old lexer …   remove, old, lexer
 * </pre>
 *
 * @param text the sentence
 * @param words its words that can be in a name
 */
record GoalSentence(String text, List<String> words) {
    /** A sentence with fewer such words may be only an answer. */
    static final int MIN_WORDS = 2;

    /** So many words say enough. If a sentence has fewer, the next one is looked at, too. */
    private static final int ENOUGH_WORDS = 3;

    private static final int MAX_LINES = 60;
    private static final int MAX_SENTENCES = 12;
    private static final int MAX_SENTENCE_LENGTH = 600;

    private static final PatternTable PATTERNS = new PatternTable(GoalSentence.class, "goal-patterns.txt");
    private static final Pattern NOT_A_PERSON = PATTERNS.pattern("not-a-person");
    private static final Pattern ANNOUNCEMENT = PATTERNS.pattern("announcement");
    private static final Pattern ROLE = PATTERNS.pattern("role");
    private static final Pattern TITLE_LABEL = PATTERNS.pattern("title-label");
    private static final Pattern OPENING = PATTERNS.pattern("opening");
    private static final Pattern HEADING = Pattern.compile("^#{1,3}\\s+(.*\\S)\\s*#*$");
    private static final Pattern LIST_MARK = Pattern.compile("^(?:[-*+•]|\\d{1,2}[.)])\\s+");
    private static final Pattern NOT_PROSE = Pattern.compile("^(?:[>|$%❯<]|---|===|\\d{4}-\\d\\d-\\d\\d[T ]).*");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?。！？])\\s+|(?<=[。！？])");
    private static final Pattern LETTER = Pattern.compile("\\p{L}");
    private static final Pattern MARKS = Pattern.compile("\\*\\*|__|`+");

    GoalSentence {
        words = List.copyOf(words);
    }

    private static GoalSentence of(String text) {
        return new GoalSentence(text, NameWords.of(withoutOpening(text)));
    }

    /** Whether a person wrote a message, as far as its beginning shows. */
    static boolean isOfPerson(String message) {
        return !message.isBlank() && !NOT_A_PERSON.matcher(message).lookingAt();
    }

    /** The sentence of a message that says the most about what the person wants; empty if none says enough. */
    static Optional<GoalSentence> in(String message) {
        if (!isOfPerson(message)) {
            return Optional.empty();
        }
        List<String> lines = lines(message);
        if (!lines.isEmpty() && isAnnouncement(lines.getFirst())) {
            Optional<GoalSentence> title = title(lines);
            if (title.isPresent()) {
                return title;
            }
        }
        GoalSentence best = of("");
        for (String sentence : sentences(lines)) {
            GoalSentence next = of(sentence);
            if (next.size() > best.size()) {
                best = best.words().isEmpty() || !isContinued(best, next) ? next : best;
            }
            if (best.size() >= ENOUGH_WORDS) {
                break;
            }
        }
        return Optional.of(best).filter(goal -> goal.size() >= MIN_WORDS);
    }

    /** Whether a short sentence is better than a longer one after it, because that does not begin a new topic. */
    private static boolean isContinued(GoalSentence first, GoalSentence next) {
        return first.size() >= MIN_WORDS && next.size() < 2 * first.size();
    }

    /** How many words it has that are not only numbers. */
    private long size() {
        return words.stream().filter(word -> LETTER.matcher(word).find()).count();
    }

    /** The lines outside of code and logs. */
    private static List<String> lines(String message) {
        List<String> lines = new ArrayList<>();
        boolean isCode = false;
        for (String line : (Iterable<String>) message.lines().limit(MAX_LINES).map(String::strip)::iterator) {
            if (line.startsWith("```") || line.startsWith("~~~")) {
                isCode = !isCode;
            } else if (!isCode && !line.isEmpty()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static boolean isAnnouncement(String sentence) {
        return ANNOUNCEMENT.matcher(sentence).matches();
    }

    /** The first heading, or else the first line that is no announcement. */
    private static Optional<GoalSentence> title(List<String> lines) {
        Optional<String> heading = lines.stream()
                .map(HEADING::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst();
        Optional<String> line = lines.stream()
                .filter(each ->
                        !isAnnouncement(each) && !NOT_PROSE.matcher(each).matches())
                .findFirst();
        boolean isIssue = lines.stream().anyMatch(each -> each.matches("-+ ?BEGIN .*"));
        return (isIssue ? line.or(() -> heading) : heading)
                .map(text -> of(withoutLabel(text)))
                .filter(goal -> goal.size() > 0);
    }

    private static String withoutLabel(String title) {
        String plain = plain(title);
        Matcher label = TITLE_LABEL.matcher(plain);
        while (label.find() && label.end() < plain.length()) {
            plain = plain.substring(label.end());
            label = TITLE_LABEL.matcher(plain);
        }
        return plain;
    }

    private static List<String> sentences(List<String> lines) {
        List<String> sentences = new ArrayList<>();
        for (String line : lines) {
            if (NOT_PROSE.matcher(line).matches()) {
                continue;
            }
            for (String sentence : SENTENCE_END.split(line, -1)) {
                String plain = plain(sentence);
                boolean isOwn = !plain.isEmpty()
                        && !isAnnouncement(plain)
                        && !ROLE.matcher(plain).matches();
                if (isOwn && sentences.size() < MAX_SENTENCES) {
                    sentences.add(withoutLabel(plain));
                }
            }
        }
        return sentences;
    }

    private static String plain(String sentence) {
        String unmarked = HEADING.matcher(LIST_MARK.matcher(sentence.strip()).replaceFirst(""))
                .replaceFirst("$1");
        String plain =
                MARKS.matcher(unmarked).replaceAll("").replaceAll("\\s+", " ").strip();
        return plain.substring(0, Math.min(plain.length(), MAX_SENTENCE_LENGTH));
    }

    /** A sentence without its polite beginning, unless nothing else is in it. */
    static String withoutOpening(String sentence) {
        String rest = sentence.replace('’', '\'');
        Matcher opening = OPENING.matcher(rest);
        while (opening.lookingAt()
                && opening.end() > 0
                && !NameWords.of(rest.substring(opening.end())).isEmpty()) {
            rest = rest.substring(opening.end());
            opening = OPENING.matcher(rest);
        }
        return rest;
    }
}
