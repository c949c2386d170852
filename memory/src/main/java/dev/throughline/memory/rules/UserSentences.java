package dev.throughline.memory.rules;

import dev.throughline.memory.pattern.PatternTable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a message into the sentences that its user wrote. Leaves out text by others: code, quotations, logs, and
 * pasted plans, reviews and documents, even if nothing marks them as quoted.
 */
final class UserSentences {
    /** A longer message counts as pasted, except for its first and last paragraphs. */
    private static final int LONG = 1_500;

    /** A longer paragraph is not a remark about pasted text. */
    private static final int MAX_REMARK_LENGTH = 400;

    private static final int MANY_NAMES = 3;
    private static final int FEW_LINES = 2;
    private static final int FEW_WORDS = 45;

    private static final PatternTable PATTERNS = new PatternTable(UserSentences.class, "message-patterns.txt");
    private static final Pattern HEADING = PATTERNS.caseSensitive("heading");
    private static final Pattern LISTED = PATTERNS.caseSensitive("listed");
    private static final Pattern QUOTED_LINE = PATTERNS.caseSensitive("quoted-line");
    private static final Pattern SPEAKER = PATTERNS.caseSensitive("speaker");
    private static final Pattern SAYING = PATTERNS.caseSensitive("saying");
    private static final Pattern QUOTATION = PATTERNS.caseSensitive("quotation");
    private static final Pattern END = PATTERNS.caseSensitive("end");
    private static final Pattern ABBREVIATION = PATTERNS.pattern("abbreviation");

    private UserSentences() {}

    static List<String> sentences(String message) {
        List<String> lines =
                unquotedLines(own(message).lines().map(String::strip).toList());
        List<String> sentences = new ArrayList<>();
        if (!isImpersonal(lines)) {
            lines.forEach(line -> split(withoutReported(line), sentences));
        }
        return sentences;
    }

    /** The lines outside of code, quotations, logs and chats. */
    private static List<String> unquotedLines(List<String> lines) {
        boolean isDialogue =
                lines.stream().filter(line -> SPEAKER.matcher(line).lookingAt()).count() > 1;
        List<String> own = new ArrayList<>();
        boolean isCode = false;
        boolean isPasted = false;
        for (String line : lines) {
            if (line.startsWith("```") || line.startsWith("~~~")) {
                isCode = !isCode;
            } else if (!line.isEmpty() && !isCode && !isPasted && !isQuoted(line, isDialogue)) {
                isPasted = announces(line);
                own.add(line);
            }
        }
        return own;
    }

    /** Whether no person is speaking: a long text without personal pronouns, or one with many names from code. */
    private static boolean isImpersonal(List<String> lines) {
        String message = String.join("\n", lines);
        long words = message.split("\\s+", -1).length;
        boolean isSpoken = CuePhrase.PERSON.isIn(message) || CuePhrase.REMEMBER.isIn(message);
        boolean isCode =
                CuePhrase.CODE.matcher(message).results().limit(MANY_NAMES).count() == MANY_NAMES;
        boolean isMuch = lines.size() > FEW_LINES || words > FEW_WORDS;
        return (!isSpoken && isMuch) || (isCode && !CuePhrase.SELF.isIn(message));
    }

    private static boolean isQuoted(String line, boolean isDialogue) {
        return QUOTED_LINE.matcher(line).matches()
                || (isDialogue && SPEAKER.matcher(line).lookingAt());
    }

    /** Whether this line announces that the following lines are somebody else's. */
    private static boolean announces(String line) {
        return line.endsWith(":") && CuePhrase.REPORTED.isIn(line);
    }

    /** A line without what somebody else says after a colon. */
    private static String withoutReported(String line) {
        Matcher saying = SAYING.matcher(line);
        boolean isReported = saying.lookingAt()
                && CuePhrase.REPORTED.isIn(saying.group(1))
                && !Sentence.of(line).opening().contains(CuePhrase.REMEMBER)
                && CuePhrase.NOTE.endAt(line, 0) < 0;
        return isReported ? saying.group(1) : line;
    }

    private static void split(String line, List<String> sentences) {
        String rest = "";
        for (String part : END.split(line, -1)) {
            String whole = rest.isEmpty() ? part : rest + " " + part;
            if (ABBREVIATION.matcher(whole).matches()) {
                rest = whole;
                continue;
            }
            rest = "";
            add(whole, sentences);
        }
        add(rest, sentences);
    }

    private static void add(String sentence, List<String> sentences) {
        String plain = sentence.replaceFirst("^(?:[-*>#•]+|[0-9]{1,2}[.)])\\s+", "")
                .replace("**", "")
                .strip();
        String own = unquoted(plain);
        if (own.length() > 3) {
            sentences.add(own);
        }
    }

    /** A sentence without quoted sentences; quoted names and values stay. */
    private static String unquoted(String sentence) {
        Matcher quotation = QUOTATION.matcher(sentence);
        StringBuilder own = new StringBuilder();
        while (quotation.find()) {
            boolean isSaying = quotation.group().strip().split("\\s+", -1).length > 3
                    || quotation
                                    .group()
                                    .codePoints()
                                    .filter(Character::isIdeographic)
                                    .count()
                            > 6;
            quotation.appendReplacement(own, isSaying ? "…" : Matcher.quoteReplacement(quotation.group()));
        }
        return quotation.appendTail(own).toString();
    }

    /** The message, or its first and last paragraphs if the rest is pasted. */
    static String own(String message) {
        boolean isPasted =
                message.length() > LONG || HEADING.matcher(message).results().count() >= 2;
        if (!isPasted) {
            return message;
        }
        List<String> paragraphs = List.of(message.strip().split("\\n\\s*\\n"));
        String first = paragraphs.getFirst();
        String last = paragraphs.size() > 1 ? paragraphs.getLast() : "";
        return (isRemark(first) ? first : "") + "\n" + (isRemark(last) ? last : "");
    }

    private static boolean isRemark(String paragraph) {
        return paragraph.length() <= MAX_REMARK_LENGTH
                && !HEADING.matcher(paragraph).find()
                && CuePhrase.PERSON.isIn(paragraph)
                && paragraph.lines().noneMatch(line -> LISTED.matcher(line).matches());
    }
}
