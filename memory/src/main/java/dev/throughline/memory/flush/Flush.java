package dev.throughline.memory.flush;

import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.ProposedLine;
import dev.throughline.memory.conversation.AgentMemoryWrites;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.NotesAnswer;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks the helper model for durable notes of a session and puts them into today's log, once for each cycle between two
 * compactions. Without a helper, or if it fails, rules pick out what the person asked for, what was decided and which
 * files were touched. A helper that says {@code NO_REPLY} is believed: then nothing is written. Safe for use by many
 * threads and processes: for each session a line of {@code .state/flush} says {@code begun UNTIL CYCLE}, in
 * milliseconds, or {@code done CYCLE}.
 */
public final class Flush {
    private static final int MOST_CHARACTERS = 200_000;
    private static final int OUTPUT_TOKENS = 2_000;
    private static final Duration TIME = Duration.ofMinutes(2);

    /** A flush whose process died is no longer waited for after this. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final Pattern BEGUN = Pattern.compile("begun ([0-9]{1,15}) (.*)");

    /**
     * When it is time to write.
     *
     * @param reserveTokens what a compaction needs to be left free
     * @param earlyTokens how much before that we write
     */
    public record Limits(int reserveTokens, int earlyTokens) {
        public static final Limits DEFAULT = new Limits(20_000, 4_000);

        /** Whether a request of so many tokens is so near the end of its window that it is time to write. */
        public boolean isTime(long window, long tokens) {
            return tokens >= window - reserveTokens - earlyTokens;
        }
    }

    private final Workspace workspace;
    private final DailyLog log;
    private final HelperModel helper;
    private final KeyValueFile cycles;
    private final String instructions = TextResources.text(Flush.class, "flush.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(Flush.class, "notes.schema.json")));

    public Flush(Workspace workspace, DailyLog log, HelperModel helper) {
        this.workspace = workspace;
        this.log = log;
        this.helper = helper;
        this.cycles = new KeyValueFile(workspace, "flush");
    }

    /** What came of it. */
    public record Flushed(Fate fate, List<String> lines) {
        public Flushed {
            lines = List.copyOf(lines);
        }
    }

    /** Why there are lines, or none. */
    public enum Fate {
        WRITTEN,
        /** There was nothing new to say. */
        NOTHING,
        /** It was done in this cycle already. */
        ALREADY,
        /** Nothing can be written here. */
        READ_ONLY
    }

    /**
     * Writes down what is worth keeping.
     *
     * @param cycle names the time between two compactions, such as how many there were; any text
     * @param shown lines of memory that the session was shown
     */
    public Flushed run(Conversation conversation, String cycle, Collection<String> shown) {
        if (!workspace.isWritable()) {
            return new Flushed(Fate.READ_ONLY, List.of());
        }
        String session = conversation.session().id().toString();
        String name = cycle.replaceAll("\\p{Cntrl}+", " ");
        String begun = "begun " + (workspace.clock().millis() + LONGEST.toMillis()) + " " + name;
        if (!begin(session, name, begun)) {
            return new Flushed(Fate.ALREADY, List.of());
        }
        boolean isDone = false;
        try {
            AdmissionResult admitted = log.add("flush", wishes(conversation), shown);
            isDone = true;
            return new Flushed(admitted.lines().isEmpty() ? Fate.NOTHING : Fate.WRITTEN, admitted.lines());
        } finally {
            String next = isDone ? "done " + name : "";
            cycles.update(facts -> next.isEmpty() ? facts.remove(session, begun) : facts.replace(session, begun, next));
        }
    }

    /** Whoever names the cycle first writes; if that fails, or its process dies, the next one may. */
    private boolean begin(String session, String cycle, String begun) {
        long now = workspace.clock().millis();
        return cycles.update(facts -> {
            Matcher before = BEGUN.matcher(facts.getOrDefault(session, ""));
            boolean isUnderWay =
                    before.matches() && before.group(2).equals(cycle) && now < Long.parseLong(before.group(1));
            boolean isFree = !isUnderWay && !facts.getOrDefault(session, "").equals("done " + cycle);
            if (isFree) {
                facts.put(session, begun);
            }
            return isFree;
        });
    }

    private List<ProposedLine> wishes(Conversation conversation) {
        if (!helper.isThere(conversation.session())) {
            return byRules(conversation);
        }
        HelperQuestion<List<NotesAnswer.Note>> question = new HelperQuestion<>(
                "flush",
                instructions,
                "Today is " + log.today() + ".\n\n" + ConversationText.of(conversation, MOST_CHARACTERS),
                schema,
                NotesAnswer::of,
                OUTPUT_TOKENS,
                TIME);
        HelperAnswer<List<NotesAnswer.Note>> asked = helper.ask(conversation.session(), question);
        return switch (asked) {
            case HelperAnswer.Answer<List<NotesAnswer.Note>> answer ->
                answer.said().stream()
                        .map(note -> wish(conversation, note.text(), note.handle()))
                        .toList();
            case HelperAnswer.None<List<NotesAnswer.Note>> _ -> byRules(conversation);
        };
    }

    private List<ProposedLine> byRules(Conversation conversation) {
        RuleFindings found = RuleFindings.of(conversation);
        RuleFindings told = RuleFindings.of(AgentMemoryWrites.without(conversation, workspace.folder()));
        List<ProposedLine> wishes = new ArrayList<>();
        told.statements().forEach(each -> wishes.add(wish(conversation, each.text(), each.handle())));
        if (!found.files().isEmpty()) {
            String task = found.task().text();
            String files =
                    String.join(", ", found.shortFiles().stream().limit(10).toList());
            wishes.add(wish(
                    conversation,
                    DailyLog.WORKED_ON + task + " Files: " + files,
                    found.task().handle()));
        }
        return wishes;
    }

    private ProposedLine wish(Conversation conversation, String text, String handle) {
        return new ProposedLine(
                text, new LineSource(log.today(), conversation.session().id().toString(), handle));
    }
}
