package dev.throughline.memory.glean;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the sentences of a person are for, as far as their words tell. It is better to hear nothing than to hear what was
 * not said: a question is no wish, and three words are needed to want something.
 *
 * <p>A message is not always a person's own. A plan that an agent wrote, a list of steps, a review or a log is pasted and
 * stands between a first and a last line that are. Of a message that is long or has headings only those are heard.
 */
final class Phrases {
    /** A message of more characters is taken for pasted but for its first and last lines. */
    private static final int LONG = 1_500;

    /** A paragraph of more characters is no longer a remark beside something pasted. */
    private static final int REMARK = 400;

    private static final int FEWEST_WORDS = 3;

    private static final String BEFORE =
            "^(?:(?:please|and|also|ok(?:ay)?|so|but|yes|yeah|yep|great|alright|cool|hmm+|oh|well|btw)[,.!: ]+)*";

    private static final Pattern WISH = Pattern.compile("(?i)" + BEFORE
            + "(?:remember |note that|keep in mind|don't forget|do not forget|always |never (?!mind)|from now on|in"
            + " (?:the )?future|going forward|make sure (?:you|we|to) (?:always|never)|i (?:prefer|want you to"
            + " always|like it when|hate|don't like|do not like)|i'?(?:d| would) (?:prefer|rather)|my"
            + " (?:name|team|role|time ?zone) is|bitte merke|immer |niemals |merke dir|请?记住|总是|不要再|以后)"
            + "|(?i)\\bplease (?:always|never|use|avoid|don't|do not|stick to|write|name|prefer)\\b"
            + "|(?i)\\b(?:we|you|they) (?:always|never|only ever|prefer)\\b"
            + "|(?i)\\bwe (?:should|must|want to|need to) (?:be using|always|never|only)\\b"
            + "|(?i)\\bi(?:'d| would) (?:prefer|like to see)\\b|(?i)\\b(?:wherever|whenever) (?:we|you) can\\b"
            + "|(?i)\\bwe (?:don't|do not) (?:need|want|use|support|care about)\\b"
            + "|(?i)\\b(?:document|note|save|keep) this as (?:a )?learning");

    private static final Pattern CORRECTION = Pattern.compile("(?i)" + BEFORE
            + "(?:no[,.!:]|no (?:wait|don't|not|that|this|it|i|we|you|please|keep|leave|use|remove|revert)\\b|nope[,."
            + " ]|not like that|wait[,. ]|that'?s (?:wrong|not)|that is (?:wrong|not)|this is (?:wrong|still"
            + " not)|wrong[,.! ]|stop (?:it|that|doing|using|adding|trying|making)\\b|(?:don't|do not)"
            + " (?!we|you|i|they)|you (?:should have|shouldn't|forgot|missed|broke|were supposed)|actually[, ]|i"
            + " (?:said|told you|meant|asked|didn't (?:say|ask|mean))|revert |undo |nein[,"
            + " ]|falsch|不对|不是|错了)|(?i)\\b(?:change|put|turn) (?:it|this|that) back\\b|(?i)\\bas i said\\b");

    /** An answer to a question that happens to begin like a correction. */
    private static final Pattern CONSENT = Pattern.compile(
            "(?i)^no(?:pe)?[,. ]+(?:(?:then|that|that's|it's|this|is|all|it|worries|problem|need)\\b[, ]*)+"
                    + "(?:fine|good|ok(?:ay)?|great|right|correct|not needed|$)");

    private static final Pattern DECISION =
            Pattern.compile("(?i)\\b(?:we(?:'ve| have)? decided|i(?:'ve| have)? decided|let's (?:go with|use)"
                    + " (?!(?:option )?\\w\\b[.!]*$)|we(?:'ll| will) (?:use|go"
                    + " with|keep|drop)|decision:|agreed:|we(?:'re| are) going with|chose .{3,80} (?:because|over)|will"
                    + " use .{3,80} (?:because|instead of))");

    /** What a person says so is decided; an agent that says it describes code. */
    private static final Pattern VERDICT =
            Pattern.compile("(?i)\\b(?:should|can|must) be (?:hard )?(?:deprecated|removed|dropped)\\b|\\blet's"
                    + " (?:rename|call it|switch to|drop|remove|keep (?!going|it )|not) ");

    private static final Pattern QUESTION = Pattern.compile("(?i)" + BEFORE
            + "(?:(?:can|could|should|would|is|are|was|what|why|how|where|when|who|which)\\b"
            + "|(?:do|does|did) (?:we|you|i|they|it|the|these|those)\\b)");

    private static final Pattern HEADING =
            Pattern.compile("(?m)^#{1,6} \\S|^(?:\\*\\*|__)[A-Z][^\\n]{2,60}(?:\\*\\*|__)\\s*$");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}'’_./-]*");

    private Phrases() {}

    /** What a sentence is for. */
    enum Kind {
        WISH,
        CORRECTION,
        DECISION,
        OTHER
    }

    static Kind of(String sentence) {
        boolean isQuestion = sentence.endsWith("?")
                || sentence.endsWith("？")
                || (QUESTION.matcher(sentence).find() && !sentence.contains("please"));
        if (!isTelling(sentence) || CONSENT.matcher(sentence).find()) {
            return Kind.OTHER;
        }
        if (!isQuestion && WISH.matcher(sentence).find()) {
            return Kind.WISH;
        }
        if (CORRECTION.matcher(sentence).find() && words(sentence) > FEWEST_WORDS) {
            return Kind.CORRECTION;
        }
        boolean isDecided =
                isDecision(sentence) || (VERDICT.matcher(sentence).find() && words(sentence) > FEWEST_WORDS);
        return !isQuestion && isDecided ? Kind.DECISION : Kind.OTHER;
    }

    static boolean isDecision(String sentence) {
        return !sentence.endsWith(":") && DECISION.matcher(sentence).find() && words(sentence) > FEWEST_WORDS + 1;
    }

    /** Enough words to say something. */
    static boolean isTelling(String sentence) {
        return words(sentence) >= FEWEST_WORDS;
    }

    /** How many words it has; signs of a script without spaces are words. */
    private static long words(String sentence) {
        long signs = sentence.codePoints().filter(Character::isIdeographic).count();
        return Math.max(signs, WORD.matcher(sentence).results().count());
    }

    /** What of a message a person wrote, as far as one can tell. */
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
                && paragraph.lines().noneMatch(line -> line.matches("\\s*(?:[-*+>|]|[0-9]{1,3}[.)]) .*|\\s*```.*"));
    }

    /** The sentences of a text outside of code; a line is never part of two. */
    static List<String> sentences(String text) {
        List<String> sentences = new ArrayList<>();
        boolean isCode = false;
        for (String line : text.lines().toList()) {
            if (line.stripLeading().startsWith("```")) {
                isCode = !isCode;
            } else if (!isCode) {
                for (String sentence :
                        line.strip().split("(?<=[.!?])\\s+(?=[\\p{Lu}\\p{Lo}])|(?<=[?!])\\s+|(?<=[。！？])", -1)) {
                    String plain = sentence.replaceFirst("^(?:[-*>#]+|[0-9]{1,2}[.)])\\s+", "")
                            .replace("**", "")
                            .strip();
                    if (plain.length() > 3) {
                        sentences.add(plain);
                    }
                }
            }
        }
        return sentences;
    }

    /** A text as one line of prose: without headings' marks, tables, code and emphasis. */
    static String prose(String text) {
        StringBuilder prose = new StringBuilder();
        boolean isCode = false;
        for (String line : text.lines().map(String::strip).toList()) {
            isCode ^= line.startsWith("```");
            if (!isCode && !line.startsWith("```") && !line.startsWith("|") && !line.matches("[-=*_]{3,}")) {
                prose.append(line.replaceFirst("^(?:#{1,6}|>)\\s+", "")
                                .replace("**", "")
                                .replace("__", ""))
                        .append(' ');
            }
        }
        return prose.toString().replaceAll("\\s+", " ").strip();
    }
}
