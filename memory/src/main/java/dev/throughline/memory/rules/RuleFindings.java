package dev.throughline.memory.rules;

import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.secret.Redaction;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What rules found in a conversation.
 *
 * @param statements what the person said and a later session should know
 * @param revoked what the person said that memory is to forget
 * @param corrections where the person said that something was wrong; most are about the moment
 * @param asks what the person asked for after the task, the newest
 * @param files paths that were written or edited, the most often first
 * @param failures commands that failed, each with the line that says so
 * @param task the first thing the person asked for
 * @param state the last thing the agent said
 */
public record RuleFindings(
        List<Statement> statements,
        List<Quote> revoked,
        List<Quote> corrections,
        List<Quote> asks,
        List<String> files,
        List<Quote> failures,
        Quote task,
        Quote state) {
    /** How many quotes of each kind are kept, the newest; and how long one may be. */
    static final int MAX_QUOTES = 12;

    static final int MAX_FILES = 20;
    static final int MAX_QUOTE_LENGTH = 300;
    private static final int MAX_REQUEST_LENGTH = 160;

    private static final Pattern EDITING = Pattern.compile("(?i).*(?:edit|write|patch|create|replace|notebook).*");
    private static final Pattern NAMED_FILE =
            Pattern.compile("\"(?:file_path|path|filename|notebook_path|target_file)\"\\s*:\\s*\"([^\"\\\\]{1,300})\"");
    private static final Pattern PATCHED_FILE =
            Pattern.compile("\\*\\*\\* (?:Update|Add|Delete) File: ([^\\n\\\\\"]{1,300})");

    /** Scratch, and what agents keep for themselves. */
    private static final Pattern ASIDE =
            Pattern.compile("^(?:/private)?/(?:tmp|var/folders)/.*|.*/\\.(?:claude|codex)/.*");

    public RuleFindings {
        statements = List.copyOf(statements);
        revoked = List.copyOf(revoked);
        corrections = List.copyOf(corrections);
        asks = List.copyOf(asks);
        files = List.copyOf(files);
        failures = List.copyOf(failures);
    }

    /** Something that was said, and where. */
    public record Quote(String text, String handle) {}

    public static RuleFindings of(Conversation conversation) {
        Basket basket = new Basket();
        for (ConversationItem said : conversation.items()) {
            basket.take(said);
        }
        return basket.gleaning();
    }

    public boolean isEmpty() {
        return statements.isEmpty() && corrections.isEmpty() && files.isEmpty() && failures.isEmpty();
    }

    /** The files by shorter names: without the folder that all of them are in. */
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

    /** Up to the last slash, with it; empty if there is none. */
    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    /** What is gathered on the way through a conversation. */
    private static final class Basket {
        private final Map<String, Statement> statements = new LinkedHashMap<>();
        private final Map<String, Quote> revoked = new LinkedHashMap<>();
        private final Map<String, Quote> corrections = new LinkedHashMap<>();
        private final Map<String, Quote> asks = new LinkedHashMap<>();
        private final Map<String, Quote> failures = new LinkedHashMap<>();
        private final Map<String, Integer> files = new LinkedHashMap<>();
        private Quote first = new Quote("", "");
        private Quote task = new Quote("", "");
        private Quote state = new Quote("", "");

        /** Calls that were not answered yet; agents call several tools at once, and answers come in the same order. */
        private final Deque<String> calls = new ArrayDeque<>();

        void take(ConversationItem said) {
            if (said.kind() == ItemKind.USER) {
                user(plain(said));
            } else if (said.kind() == ItemKind.ASSISTANT) {
                agent(plain(said));
            } else if (said.kind() == ItemKind.TOOL_CALL) {
                call(said);
            } else if (said.kind() == ItemKind.TOOL_RESULT) {
                result(said);
            }
        }

        /** Without secrets before anything is cut: of half a key nobody knows that it is one. */
        private static ConversationItem plain(ConversationItem said) {
            String text = Redaction.of(SafeText.visible(said.text())).text();
            return new ConversationItem(said.kind(), said.handle(), said.node(), said.at(), said.tool(), text);
        }

        private void agent(ConversationItem said) {
            String prose = cut(Corrections.prose(said.text()));
            if (!prose.isEmpty()) {
                state = new Quote(prose, said.handle());
            }
        }

        private void user(ConversationItem said) {
            calls.clear(); // A call that a person interrupted is never answered.
            ask(said);
            LocalDate day = LocalDate.ofInstant(said.at(), ZoneOffset.UTC);
            for (Statement statement : StatementFinder.of(said.text(), said.handle(), day)) {
                String text = cut(statement.text());
                statements.remove(text);
                statements.put(text, new Statement(statement.type(), text, statement.handle()));
            }
            StatementFinder.revoked(said.text()).forEach(text -> keep(revoked, text, said));
            UserSentences.sentences(said.text()).stream()
                    .filter(Corrections::isCorrection)
                    .forEach(sentence -> keep(corrections, sentence, said));
        }

        /** The task is the first message that says something; one word may only be the answer to a question. */
        private void ask(ConversationItem said) {
            String prose = Corrections.prose(said.text());
            if (first.text().isEmpty()) {
                first = new Quote(cut(prose), said.handle());
            }
            if (Corrections.isTelling(prose)) {
                if (task.text().isEmpty()) {
                    task = new Quote(cut(prose), said.handle());
                } else {
                    String ask = TextCut.to(prose, MAX_REQUEST_LENGTH);
                    asks.remove(ask);
                    asks.put(ask, new Quote(ask, said.handle()));
                }
            }
        }

        private void call(ConversationItem said) {
            calls.addLast(CommandFailures.command(said.tool(), said.text()));
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
            named.removeIf(file -> ASIDE.matcher(file).matches());
            named.forEach(file -> files.merge(file, 1, Integer::sum));
        }

        private void result(ConversationItem said) {
            String command = calls.isEmpty() ? said.tool() : calls.removeFirst();
            CommandFailures.of(said.tool(), command, said.text())
                    .ifPresent(line -> keep(failures, command + " → " + line, said));
        }

        private static void keep(Map<String, Quote> quotes, String text, ConversationItem said) {
            String cut = cut(text);
            quotes.remove(cut);
            quotes.put(cut, new Quote(cut, said.handle()));
        }

        RuleFindings gleaning() {
            List<String> touched = files.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .limit(MAX_FILES)
                    .map(Map.Entry::getKey)
                    .toList();
            return new RuleFindings(
                    newest(statements),
                    newest(revoked),
                    newest(corrections),
                    newest(asks),
                    touched,
                    newest(failures),
                    task.text().isEmpty() ? first : task,
                    state);
        }

        private static <T> List<T> newest(Map<String, T> quotes) {
            List<T> all = List.copyOf(quotes.values());
            return all.subList(Math.max(0, all.size() - MAX_QUOTES), all.size());
        }
    }

    private static String cut(String text) {
        return TextCut.to(text.replaceAll("\\s+", " ").strip(), MAX_QUOTE_LENGTH);
    }
}
