package dev.throughline.memory.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a message its person says themselves. Code, quoted lines and quotations, logs, pasted plans, reviews and
 * documents are somebody else's words, also where nothing marks them.
 */
final class UserSentences {
    /** A message of more characters is taken for pasted but for its first and last paragraphs. */
    private static final int LONG = 1_500;

    /** A paragraph of more characters is no longer a remark beside something pasted. */
    private static final int REMARK = 400;

    private static final int MANY_NAMES = 3;
    private static final int FEW_LINES = 2;
    private static final int FEW_WORDS = 45;

    /** A person who speaks for themselves; reviews and documents say we and you. */
    private static final Pattern SELF = Pattern.compile("(?i)(?<![\\p{L}`'])(?:i|i'm|im|i'd|my|me|pls|please|"
            + "remember|ich|mir|mein|yo|mi|je|mon)(?![\\p{L}'])|我");

    private static final Pattern HEADING =
            Pattern.compile("(?m)^#{1,6} \\S|^(?:\\*\\*|__)[A-Z][^\\n]{2,60}(?:\\*\\*|__)\\s*$");
    private static final Pattern LISTED = Pattern.compile("\\s*(?:[-*+>|]|[0-9]{1,3}[.)]) .*|\\s*```.*");
    private static final Pattern QUOTED_LINE =
            Pattern.compile("^(?:>|&gt;|\\||[+-]{1,3}[^\\s-]|[+-]\\s{2,}|@@|diff --git|\\$\\h|%\\h|"
                    + "#!|at [\\w.$]+\\(|\\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:"
                    + "|(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|FAIL|PASS|ok|E)\\b[: \\t]\\s?[A-Z\\[/]|"
                    + "---|===|Traceback|Caused by:|fatal:|error:|remote:|npm ERR).*");
    /** Who speaks, as in a chat that was pasted. */
    private static final Pattern SPEAKER = Pattern.compile("\\s*(?:\\[[0-9:.\\h]{4,12}]\\h?)?<?@?\\p{Lu}\\p{L}{1,15}"
            + "(?:\\h\\p{Lu}\\p{L}*\\.?)?>?(?:\\h\\([0-9:.\\h]+\\))?:\\h");

    private static final Pattern SAYING = Pattern.compile("([^:\\n]{2,90})[:：](?!//)\\s*(?=\\S)");

    private static final Pattern QUOTATION =
            Pattern.compile("\"[^\"\\n]{2,400}\"|“[^”\\n]{2,400}”|„[^“”\\n]{2,400}[“”]|«[^»\\n]{2,400}»|"
                    + "「[^」\\n]{2,400}」|‘[^’\\n]{8,400}’"
                    + "|(?<![\\p{L}\\p{N}])'[^'\\n]{2,400}'(?![\\p{L}\\p{N}])|`[^`\\n]{2,400}`");
    private static final Pattern END =
            Pattern.compile("(?<=[.!?][\"')]?)\\s+(?=[\\p{Lu}\\p{Lo}])|(?<=[?!])\\s+|(?<=[。！？；])"
                    + "|(?<=[\\p{L}\\p{N})`\\]]{2}\\.)\\s+(?=[\\p{Ll}`])|\\s+--\\s+|\\s+(?=(?:please|pls)"
                    + " (?:remember|always|never|note)\\b)|(?<=,)\\s+(?=(?:and |so |also )?(?:remember|note|keep in"
                    + " mind|bear in mind|don't forget) that\\b)");
    private static final Pattern ABBREVIATION = Pattern.compile(
            "(?i).*\\b(?:e\\.g|i\\.e|etc|vs|cf|z\\.b|bzw|ca|approx|incl|resp|p\\.ej|" + "Mr|Mrs|Dr|St|no|nr)\\.$");

    private UserSentences() {}

    /** The sentences that a person says in a message. */
    static List<String> sentences(String message) {
        List<String> said = said(own(message).lines().map(String::strip).toList());
        List<String> sentences = new ArrayList<>();
        if (!isImpersonal(said)) {
            said.forEach(line -> split(told(line), sentences));
        }
        return sentences;
    }

    /** The lines outside of code, quotations, logs and chats. */
    private static List<String> said(List<String> lines) {
        boolean isDialogue =
                lines.stream().filter(line -> SPEAKER.matcher(line).lookingAt()).count() > 1;
        List<String> said = new ArrayList<>();
        boolean isCode = false;
        boolean isPasted = false;
        for (String line : lines) {
            if (line.startsWith("```") || line.startsWith("~~~")) {
                isCode = !isCode;
            } else if (!line.isEmpty() && !isCode && !isPasted && !isQuoted(line, isDialogue)) {
                isPasted = announces(line);
                said.add(line);
            }
        }
        return said;
    }

    /** Whether nobody speaks in it: several lines or a long text without any person, or one full of names of code. */
    private static boolean isImpersonal(List<String> lines) {
        String message = String.join("\n", lines);
        long words = message.split("\\s+", -1).length;
        boolean isSpoken = CuePatterns.has(CuePhrase.PERSON, message) || CuePatterns.has(CuePhrase.REMEMBER, message);
        boolean isCode = CuePatterns.matcher(CuePhrase.CODE, message)
                        .results()
                        .limit(MANY_NAMES)
                        .count()
                == MANY_NAMES;
        boolean isMuch = lines.size() > FEW_LINES || words > FEW_WORDS;
        return (!isSpoken && isMuch) || (isCode && !SELF.matcher(message).find());
    }

    private static boolean isQuoted(String line, boolean isDialogue) {
        return QUOTED_LINE.matcher(line).matches()
                || (isDialogue && SPEAKER.matcher(line).lookingAt());
    }

    /** Whether the lines behind this one are somebody else's: it ends in a colon and says whose they are. */
    private static boolean announces(String line) {
        return line.endsWith(":") && CuePatterns.has(CuePhrase.REPORTED, line);
    }

    /** A line up to the colon behind which somebody else speaks. */
    private static String told(String line) {
        Matcher said = SAYING.matcher(line);
        boolean isReported = said.lookingAt()
                && CuePatterns.has(CuePhrase.REPORTED, said.group(1))
                && !Sentence.of(line).opening().contains(CuePhrase.REMEMBER)
                && CuePatterns.endAt(CuePhrase.NOTE, line, 0) < 0;
        return isReported ? said.group(1) : line;
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

    /** A sentence without what somebody else says in it; a name or value in quotes stays. */
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
        return paragraph.length() <= REMARK
                && !HEADING.matcher(paragraph).find()
                && CuePatterns.has(CuePhrase.PERSON, paragraph)
                && paragraph.lines().noneMatch(line -> LISTED.matcher(line).matches());
    }
}
