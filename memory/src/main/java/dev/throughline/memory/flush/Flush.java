package dev.throughline.memory.flush;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.EndedTurn;
import dev.throughline.memory.writer.MemoryEvent;
import dev.throughline.memory.writer.MemoryWriter;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.budget.ModelWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks the helper model for durable notes of a session and puts them into today's log, once for each cycle between two
 * compactions. Without a helper, or if it fails, rules pick out what the person asked for, what was decided and which
 * files were touched. A helper that says {@code NO_REPLY} is believed: then nothing is written. Safe for use by many
 * threads and processes: for each session a line of {@code .state/flush} says {@code begun UNTIL CYCLE}, in
 * milliseconds, or {@code done CYCLE}.
 */
public final class Flush implements MemoryWriter {
    private static final int MOST_CHARACTERS = 200_000;
    private static final int OUTPUT_TOKENS = 2_000;
    private static final Duration TIME = Duration.ofMinutes(2);

    /** A flush whose process died is no longer waited for after this. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final Pattern BEGUN = Pattern.compile("begun ([0-9]{1,15}) (.*)");

    /** Sessions whose cycle is remembered. One that is forgotten is treated as seen for the first time. */
    private static final int MOST_SESSIONS = 1_024;

    /** @param flushed the number of compactions at the last flush for a full window, or -1 */
    private record Cycle(long compactions, long flushed) {}

    private final HelperModel helper;
    private final MemoryLimits.FlushLimits limits;
    private final ModelWindows windows;
    private final Cache<SessionRef, Cycle> cycles =
            Caffeine.newBuilder().maximumSize(MOST_SESSIONS).build();
    private final String instructions = TextResources.text(Flush.class, "flush.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(Flush.class, "notes.schema.json")));

    public Flush(HelperModel helper, MemoryLimits.FlushLimits limits, ModelWindows windows) {
        this.helper = helper;
        this.limits = limits;
        this.windows = windows;
    }

    @Override
    public String name() {
        return "flush";
    }

    @Override
    public Optional<Supplier<WriteResult>> due(MemoryEvent event) {
        if (!(event instanceof EndedTurn turn)) {
            return Optional.empty();
        }
        EndedTurn.Figures figures = turn.figures();
        long compactions = turn.compactions();
        // Of a session that is seen for the first time, only a compaction in this turn counts.
        Cycle cycle = cycles.get(
                turn.session(), _ -> new Cycle(compactions - (figures.isCompaction() ? 1 : 0), /* flushed= */ -1));
        long window = windows.of(figures.model()).orElse(windows.unknown());
        boolean isFull = cycle.flushed() != compactions && limits.isTime(window, figures.tokens());
        boolean isCompacted = cycle.compactions() != compactions;
        return isFull || isCompacted
                ? Optional.of(() -> write(turn, cycle, new Cycle(compactions, isFull ? compactions : cycle.flushed())))
                : Optional.empty();
    }

    private WriteResult write(EndedTurn turn, Cycle before, Cycle now) {
        Conversation conversation = turn.conversationInProject(Optional.empty());
        List<String> shown = turn.shownLines();
        List<Long> ended = new ArrayList<>();
        if (before.compactions() != now.compactions()) {
            ended.add(before.compactions());
        }
        if (before.flushed() != now.flushed()) {
            ended.add(now.compactions());
        }
        List<WriteResult> results = ended.stream()
                .map(cycle -> run(turn.memory(), conversation, Long.toString(cycle), shown))
                .toList();
        cycles.put(turn.session(), now);
        return results.contains(WriteResult.WRITTEN) ? WriteResult.WRITTEN : results.getLast();
    }

    /**
     * Writes durable notes of a conversation to today's log.
     *
     * @param cycle names the time between two compactions, such as their number so far
     * @param shown lines of memory that the session was shown
     */
    public WriteResult run(WorkspaceMemory memory, Conversation conversation, String cycle, Collection<String> shown) {
        Workspace workspace = memory.workspace();
        if (!workspace.isWritable()) {
            return WriteResult.READ_ONLY;
        }
        KeyValueFile marks = new KeyValueFile(workspace, "flush");
        String session = conversation.session().id().toString();
        String name = cycle.replaceAll("\\p{Cntrl}+", " ");
        long now = workspace.clock().millis();
        String begun = "begun " + (now + LONGEST.toMillis()) + " " + name;
        if (!begin(marks, session, name, begun, now)) {
            return WriteResult.ALREADY;
        }
        boolean isDone = false;
        try {
            AdmissionResult admitted = memory.log().add("flush", wishes(memory, conversation), shown);
            isDone = true;
            return admitted.lines().isEmpty() ? WriteResult.NOTHING : WriteResult.WRITTEN;
        } finally {
            String next = isDone ? "done " + name : "";
            marks.update(facts -> next.isEmpty() ? facts.remove(session, begun) : facts.replace(session, begun, next));
        }
    }

    /** Whether this process may write; another one may have begun, which counts until it is done or took too long. */
    private static boolean begin(KeyValueFile marks, String session, String cycle, String begun, long now) {
        return marks.update(facts -> {
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

    private List<ProposedLine> wishes(WorkspaceMemory memory, Conversation conversation) {
        if (!helper.isAvailable(conversation.session())) {
            return byRules(memory, conversation);
        }
        HelperQuestion<List<NotesAnswer.Note>> question = new HelperQuestion<>(
                "flush",
                instructions,
                "Today is " + memory.log().today() + ".\n\n" + ConversationText.of(conversation, MOST_CHARACTERS),
                schema,
                NotesAnswer::of,
                OUTPUT_TOKENS,
                TIME);
        HelperAnswer<List<NotesAnswer.Note>> asked = helper.ask(conversation.session(), question);
        return switch (asked) {
            case HelperAnswer.Answer<List<NotesAnswer.Note>> answer ->
                answer.content().stream()
                        .map(note -> wish(memory, conversation, note.text(), note.handle()))
                        .toList();
            case HelperAnswer.None<List<NotesAnswer.Note>> _ -> byRules(memory, conversation);
        };
    }

    private static List<ProposedLine> byRules(WorkspaceMemory memory, Conversation conversation) {
        RuleFindings found = RuleFindings.of(conversation);
        RuleFindings told = RuleFindings.of(
                AgentMemoryWrites.without(conversation, memory.workspace().folder()));
        List<ProposedLine> wishes = new ArrayList<>();
        told.statements().forEach(each -> wishes.add(wish(memory, conversation, each.text(), each.handle())));
        if (!found.files().isEmpty()) {
            String task = found.task().text();
            String files =
                    String.join(", ", found.shortFiles().stream().limit(10).toList());
            wishes.add(wish(
                    memory,
                    conversation,
                    DailyLog.WORKED_ON + task + " Files: " + files,
                    found.task().handle()));
        }
        return wishes;
    }

    private static ProposedLine wish(WorkspaceMemory memory, Conversation conversation, String text, String handle) {
        return new ProposedLine(
                text,
                new LineSource(memory.log().today(), conversation.session().id().toString(), handle));
    }
}
