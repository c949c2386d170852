package dev.throughline.memory.glean;

import dev.throughline.memory.admission.Inert;
import dev.throughline.memory.said.Conversation;
import dev.throughline.memory.said.Said;
import dev.throughline.model.ItemKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What rules found in a conversation.
 *
 * @param wishes what the person asked to be remembered or always done, in their words
 * @param corrections where the person said that something was wrong
 * @param decisions what was decided, by whomever
 * @param files paths that were written or edited, the most often first
 * @param failures commands that failed, each with the line that says so
 * @param task the first thing the person asked for
 * @param state the last thing the agent said
 */
public record Gleaning(
        List<Quote> wishes,
        List<Quote> corrections,
        List<Quote> decisions,
        List<String> files,
        List<Quote> failures,
        Quote task,
        Quote state) {
    /** How many quotes of each kind are kept, the newest; and how long one may be. */
    static final int MOST_QUOTES = 12;

    static final int MOST_FILES = 20;
    static final int MOST_CHARACTERS = 300;

    private static final Pattern WISH = Pattern.compile(
            "(?i)^(?:(?:please|and|also|ok|so|but)[, ]+)*(?:remember|note that|keep in mind|don't forget|do not"
                    + " forget|always|never|from now on|in future|in the future|make sure (?:you|to) (?:always|never)|i"
                    + " (?:prefer|want you to|like|hate)|we (?:prefer|always|never)|my (?:name|team|role|time ?zone)"
                    + " is|bitte merke|immer|niemals|merke dir|remember:|记住|请记住|总是|不要再|以后)");
    private static final Pattern CORRECTION = Pattern.compile(
            "(?i)^(?:no[,.!: ]|nope|not like that|that's (?:wrong|not)|that is (?:wrong|not)|this is wrong|wrong[,.!"
                    + " ]|stop |don't |do not |you (?:should have|forgot|missed|broke|were supposed)|actually[, ]|i"
                    + " (?:said|told you|meant|asked)|instead of|nein[, ]|falsch|不对|不是|错了)");
    private static final Pattern DECISION = Pattern.compile(
            "(?i)\\b(?:we(?:'ve| have)? decided|i(?:'ve| have)? decided|let's (?:go with|use)|we(?:'ll| will)"
                    + " (?:use|go with|keep|drop)|decision:|agreed:|we(?:'re| are) going with|chose .{3,80}"
                    + " (?:because|over)|will use .{3,80} (?:because|instead of))");
    private static final Pattern EDITING = Pattern.compile("(?i).*(?:edit|write|patch|create|replace|notebook).*");
    private static final Pattern NAMED_FILE =
            Pattern.compile("\"(?:file_path|path|filename|notebook_path|target_file)\"\\s*:\\s*\"([^\"\\\\]{1,300})\"");
    private static final Pattern PATCHED_FILE =
            Pattern.compile("\\*\\*\\* (?:Update|Add|Delete) File: ([^\\n\\\\\"]{1,300})");
    private static final Pattern FAILED = Pattern.compile(
            "(?i)(?:exit(?:ed with)? code:? ?[1-9][0-9]{0,2}\\b|\\berror\\b[: \\[]|\\bfailed\\b|command not"
                    + " found|traceback|exception|fatal:|permission denied|no such file)");
    private static final Pattern COMMAND =
            Pattern.compile("\"(?:command|cmd)\"\\s*:\\s*(\\[[^\\]]{1,2000}]|\"(?:[^\"\\\\]|\\\\.){1,2000}+\")");

    public Gleaning {
        wishes = List.copyOf(wishes);
        corrections = List.copyOf(corrections);
        decisions = List.copyOf(decisions);
        files = List.copyOf(files);
        failures = List.copyOf(failures);
    }

    /** Something that was said, and where. */
    public record Quote(String text, String handle) {}

    public static Gleaning of(Conversation conversation) {
        Basket basket = new Basket();
        for (Said said : conversation.said()) {
            basket.take(said);
        }
        return basket.gleaning();
    }

    public boolean isEmpty() {
        return wishes.isEmpty()
                && corrections.isEmpty()
                && decisions.isEmpty()
                && files.isEmpty()
                && failures.isEmpty();
    }

    /** What is gathered on the way through a conversation. */
    private static final class Basket {
        private final Map<String, Quote> wishes = new LinkedHashMap<>();
        private final Map<String, Quote> corrections = new LinkedHashMap<>();
        private final Map<String, Quote> decisions = new LinkedHashMap<>();
        private final Map<String, Quote> failures = new LinkedHashMap<>();
        private final Map<String, Integer> files = new LinkedHashMap<>();
        private Quote task = new Quote("", "");
        private Quote state = new Quote("", "");
        private String command = "";

        void take(Said said) {
            if (said.kind() == ItemKind.USER) {
                user(said);
            } else if (said.kind() == ItemKind.ASSISTANT) {
                state = new Quote(cut(said.text()), said.handle());
                sentences(said.text()).stream()
                        .filter(sentence -> DECISION.matcher(sentence).find())
                        .forEach(sentence -> keep(decisions, sentence, said));
            } else if (said.kind() == ItemKind.TOOL_CALL) {
                call(said);
            } else if (said.kind() == ItemKind.TOOL_RESULT) {
                result(said);
            }
        }

        private void user(Said said) {
            if (task.text().isEmpty()) {
                task = new Quote(cut(said.text()), said.handle());
            }
            for (String sentence : sentences(said.text())) {
                if (WISH.matcher(sentence).find()) {
                    keep(wishes, sentence, said);
                } else if (CORRECTION.matcher(sentence).find()) {
                    keep(corrections, sentence, said);
                } else if (DECISION.matcher(sentence).find()) {
                    keep(decisions, sentence, said);
                }
            }
        }

        private void call(Said said) {
            Matcher commands = COMMAND.matcher(said.text());
            command = commands.find() ? cut(commands.group(1)) : said.tool();
            Set<String> named = new LinkedHashSet<>();
            if (EDITING.matcher(said.tool()).matches()) {
                Matcher file = NAMED_FILE.matcher(said.text());
                while (file.find()) {
                    named.add(file.group(1));
                }
            }
            Matcher patched = PATCHED_FILE.matcher(said.text());
            while (patched.find()) {
                named.add(patched.group(1).strip());
            }
            named.forEach(file -> files.merge(file, 1, Integer::sum));
        }

        /** Only the ends of a result are looked at: what failed says so first or last. */
        private void result(Said said) {
            String text = said.text();
            String ends =
                    text.length() <= 1_000 ? text : text.substring(0, 400) + "\n" + text.substring(text.length() - 600);
            for (String line : ends.lines().toList()) {
                if (FAILED.matcher(line).find() && !command.isEmpty()) {
                    keep(failures, command + " → " + line.strip(), said);
                    command = "";
                    return;
                }
            }
        }

        private static void keep(Map<String, Quote> quotes, String text, Said said) {
            String cut = cut(text);
            quotes.remove(cut);
            quotes.put(cut, new Quote(cut, said.handle()));
        }

        Gleaning gleaning() {
            List<String> touched = files.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .limit(MOST_FILES)
                    .map(Map.Entry::getKey)
                    .toList();
            return new Gleaning(
                    newest(wishes), newest(corrections), newest(decisions), touched, newest(failures), task, state);
        }

        private static List<Quote> newest(Map<String, Quote> quotes) {
            List<Quote> all = List.copyOf(quotes.values());
            return all.subList(Math.max(0, all.size() - MOST_QUOTES), all.size());
        }
    }

    /** The sentences of a text outside of code; a line is never part of two. */
    static List<String> sentences(String text) {
        List<String> sentences = new ArrayList<>();
        boolean isCode = false;
        for (String line : text.lines().toList()) {
            if (line.stripLeading().startsWith("```")) {
                isCode = !isCode;
            } else if (!isCode) {
                for (String sentence : line.strip().split("(?<=[.!?。！？])\\s*(?=[\\p{Lu}\\p{Lo}])", -1)) {
                    String plain = sentence.replaceFirst("^(?:[-*>#]+|[0-9]{1,2}[.)])\\s+", "")
                            .strip();
                    if (plain.length() > 3) {
                        sentences.add(plain);
                    }
                }
            }
        }
        return sentences;
    }

    private static String cut(String text) {
        return Inert.cut(text.replaceAll("\\s+", " ").strip(), MOST_CHARACTERS);
    }
}
