package dev.throughline.memory.rules;

import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TextCut;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The findings of the rules in a conversation.
 *
 * @param statements statements of the user that later sessions should know
 * @param revoked statements that the user asked to forget
 * @param corrections sentences in which the user said that something was wrong; most concern only the current work
 * @param requests the newest requests of the user after the task
 * @param files paths that were written or edited, the most frequent first
 * @param failures commands that failed, each with its error message
 * @param task the first thing that the user asked for
 * @param state the last thing that the agent said
 */
public record RuleFindings(
        List<Statement> statements,
        List<Quote> revoked,
        List<Quote> corrections,
        List<Quote> requests,
        List<String> files,
        List<Quote> failures,
        Quote task,
        Quote state) {
    /** The maximum number of quotes of each kind; the newest are kept. */
    static final int MAX_QUOTES = 12;

    static final int MAX_FILES = 20;
    static final int MAX_QUOTE_LENGTH = 300;

    private static final int MAX_REQUEST_LENGTH = 160;
    /** A message with fewer words may be only an answer to a question. */
    private static final int MIN_REQUEST_WORDS = 3;

    private static final Pattern EDITING = Pattern.compile("(?i).*(?:edit|write|patch|create|replace|notebook).*");
    private static final Pattern NAMED_FILE =
            Pattern.compile("\"(?:file_path|path|filename|notebook_path|target_file)\"\\s*:\\s*\"([^\"\\\\]{1,300})\"");
    private static final Pattern PATCHED_FILE =
            Pattern.compile("\\*\\*\\* (?:Update|Add|Delete) File: ([^\\n\\\\\"]{1,300})");
    /** Temporary files, and the agents' own files. */
    private static final Pattern IGNORED_FILE =
            Pattern.compile("^(?:/private)?/(?:tmp|var/folders)/.*|.*/\\.(?:claude|codex)/.*");

    public RuleFindings {
        statements = List.copyOf(statements);
        revoked = List.copyOf(revoked);
        corrections = List.copyOf(corrections);
        requests = List.copyOf(requests);
        files = List.copyOf(files);
        failures = List.copyOf(failures);
    }

    /**
     * Words of the conversation.
     *
     * @param handle of the item that contains them
     */
    public record Quote(String text, String handle) {}

    public static RuleFindings of(Conversation conversation) {
        Collector collector = new Collector();
        conversation.items().forEach(collector::add);
        return collector.findings();
    }

    /** The files without the folder that all of them are in. */
    public List<String> shortFiles() {
        String common = files.isEmpty() ? "" : folder(files.getFirst());
        for (String file : files) {
            while (!file.startsWith(common)) {
                common = folder(common.substring(0, common.length() - 1));
            }
        }
        int cut = common.startsWith("/") ? common.length() : 0;
        return files.stream().map(file -> file.substring(cut)).toList();
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private static final class Collector {
        private final Map<String, Statement> statements = new LinkedHashMap<>();
        private final Map<String, Quote> revoked = new LinkedHashMap<>();
        private final Map<String, Quote> corrections = new LinkedHashMap<>();
        private final Map<String, Quote> requests = new LinkedHashMap<>();
        private final Map<String, Quote> failures = new LinkedHashMap<>();
        private final Map<String, Integer> files = new LinkedHashMap<>();
        private Quote first = new Quote("", "");
        private Quote task = new Quote("", "");
        private Quote state = new Quote("", "");
        /** Commands without a result yet. Agents call several tools at once, and the results have the same order. */
        private final Deque<String> calls = new ArrayDeque<>();

        void add(ConversationItem item) {
            if (item.kind() == ItemKind.USER) {
                addUserMessage(safeText(item), item);
            } else if (item.kind() == ItemKind.ASSISTANT) {
                String prose = cut(prose(safeText(item)));
                state = prose.isEmpty() ? state : new Quote(prose, item.handle());
            } else if (item.kind() == ItemKind.TOOL_CALL) {
                addCall(item);
            } else if (item.kind() == ItemKind.TOOL_RESULT) {
                String command = calls.isEmpty() ? item.tool() : calls.removeFirst();
                CommandFailures.of(item.tool(), command, item.text())
                        .ifPresent(line -> put(failures, cut(command + " → " + line), item));
            }
        }

        /** Secrets are removed before anything is cut, because half a key is not recognised as one. */
        private static String safeText(ConversationItem item) {
            return SafeText.withoutSecrets(item.text());
        }

        private void addUserMessage(String text, ConversationItem item) {
            calls.clear(); // A call that the user interrupted never gets a result.
            addRequest(prose(text), item);
            LocalDate day = LocalDate.ofInstant(item.at(), ZoneOffset.UTC);
            for (Statement statement : StatementFinder.of(text, item.handle(), day)) {
                String quote = cut(statement.text());
                statements.remove(quote);
                statements.put(quote, new Statement(statement.type(), quote, statement.handle()));
            }
            StatementFinder.revoked(text).forEach(statement -> put(revoked, cut(statement), item));
            StatementFinder.corrections(text).forEach(sentence -> put(corrections, cut(sentence), item));
        }

        /** The task is the first message that is long enough to be a request. */
        private void addRequest(String prose, ConversationItem item) {
            first = first.text().isEmpty() ? new Quote(cut(prose), item.handle()) : first;
            if (Sentence.wordCount(prose) >= MIN_REQUEST_WORDS) {
                if (task.text().isEmpty()) {
                    task = new Quote(cut(prose), item.handle());
                } else {
                    put(requests, TextCut.to(prose, MAX_REQUEST_LENGTH), item);
                }
            }
        }

        private void addCall(ConversationItem item) {
            calls.addLast(CommandFailures.command(item.tool(), item.text()));
            Set<String> named = new LinkedHashSet<>();
            if (EDITING.matcher(item.tool()).matches()) {
                NAMED_FILE.matcher(item.text()).results().forEach(found -> named.add(found.group(1)));
            }
            PATCHED_FILE
                    .matcher(item.text())
                    .results()
                    .forEach(found -> named.add(found.group(1).strip()));
            named.removeIf(file -> IGNORED_FILE.matcher(file).matches());
            named.forEach(file -> files.merge(file, 1, Integer::sum));
        }

        private static void put(Map<String, Quote> quotes, String text, ConversationItem item) {
            quotes.remove(text); // So that it becomes the newest.
            quotes.put(text, new Quote(text, item.handle()));
        }

        RuleFindings findings() {
            List<String> edited = files.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .limit(MAX_FILES)
                    .map(Map.Entry::getKey)
                    .toList();
            return new RuleFindings(
                    newest(statements),
                    newest(revoked),
                    newest(corrections),
                    newest(requests),
                    edited,
                    newest(failures),
                    task.text().isEmpty() ? first : task,
                    state);
        }

        private static <T> List<T> newest(Map<String, T> quotes) {
            return quotes.values().stream()
                    .skip(Math.max(0, quotes.size() - MAX_QUOTES))
                    .toList();
        }
    }

    private static String cut(String text) {
        return TextCut.to(text.replaceAll("\\s+", " ").strip(), MAX_QUOTE_LENGTH);
    }

    /** A text as one line, without Markdown marks, tables and code. */
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
