package dev.throughline.memory.writer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.ProposedLine;
import dev.throughline.memory.conversation.AgentMemoryWrites;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.NotesAnswer;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.budget.ModelWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Asks the helper model for lasting notes about a session and appends them to today's log, once between two
 * compactions. If it answers {@code NO_REPLY}, nothing is written. Without an answer, rules find the lasting
 * statements, the task and the edited files. Safe for use by many threads and processes: the file {@code .state/flush}
 * has a line for each session, {@code begun UNTIL CYCLE} with a time in milliseconds, or {@code done CYCLE}. A cycle is
 * the number of compactions.
 */
public final class Flush implements MemoryWriter {
    private static final int MAX_INPUT_LENGTH = 200_000;
    private static final int MAX_OUTPUT_TOKENS = 2_000;
    private static final int MAX_FILES = 10;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** The lease of a process that died ends after this time. */
    private static final Duration LEASE = Duration.ofMinutes(10);

    private static final Pattern BEGUN = Pattern.compile("begun ([0-9]{1,15}) (.*)");

    /** The number of sessions whose cycle is in memory. Another one is treated as seen for the first time. */
    private static final int MAX_SESSIONS = 1_024;

    /** @param flushed the number of compactions at the last flush for a full window, or -1 */
    private record Cycle(long compactions, long flushed) {}

    private final MemoryLimits.FlushLimits limits;
    private final ModelWindows windows;
    private final Cache<SessionRef, Cycle> cycles =
            Caffeine.newBuilder().maximumSize(MAX_SESSIONS).build();
    private final QuestionTemplate question;

    public Flush(HelperModel helper, MemoryLimits.FlushLimits limits, ModelWindows windows) {
        this.limits = limits;
        this.windows = windows;
        this.question = QuestionTemplate.of(helper, Flush.class, "flush", MAX_OUTPUT_TOKENS, TIMEOUT);
    }

    @Override
    public String name() {
        return "flush";
    }

    @Override
    public Optional<WriteResult> afterTurn(EndedTurn turn) {
        EndedTurn.Figures figures = turn.figures();
        long compactions = turn.compactions();
        // Of a session that is seen for the first time, only a compaction in this turn counts.
        Cycle cycle = cycles.get(
                turn.session(), _ -> new Cycle(compactions - (figures.isCompaction() ? 1 : 0), /* flushed= */ -1));
        long window = windows.of(figures.model()).orElse(windows.unknown());
        boolean isFull = cycle.flushed() != compactions && limits.isFlushDue(window, figures.tokens());
        boolean isCompacted = cycle.compactions() != compactions;
        return isFull || isCompacted
                ? Optional.of(write(turn, cycle, new Cycle(compactions, isFull ? compactions : cycle.flushed())))
                : Optional.empty();
    }

    /** A session that is reset is flushed as before a compaction, unless that has been done since the last one. */
    @Override
    public Optional<WriteResult> afterReset(EndedTurn turn) {
        Conversation conversation = turn.conversationInProject(Optional.empty());
        return conversation.isEmpty()
                ? Optional.empty()
                : Optional.of(run(turn.memory(), conversation, turn.compactions(), turn.shownLines()));
    }

    private WriteResult write(EndedTurn turn, Cycle before, Cycle now) {
        Conversation conversation = turn.conversationInProject(Optional.empty());
        List<String> shown = turn.shownLines();
        List<Long> due = new ArrayList<>();
        if (before.compactions() != now.compactions()) {
            due.add(before.compactions());
        }
        if (before.flushed() != now.flushed()) {
            due.add(now.compactions());
        }
        List<WriteResult> results = due.stream()
                .map(cycle -> run(turn.memory(), conversation, cycle, shown))
                .toList();
        cycles.put(turn.session(), now);
        return results.contains(WriteResult.WRITTEN) ? WriteResult.WRITTEN : results.getLast();
    }

    /**
     * Writes lasting notes about a conversation to today's log.
     *
     * @param cycle the number of compactions so far
     * @param shown lines of memory that the session was shown
     */
    public WriteResult run(WorkspaceMemory memory, Conversation conversation, long cycle, Collection<String> shown) {
        Workspace workspace = memory.workspace();
        if (!workspace.isWritable()) {
            return WriteResult.READ_ONLY;
        }
        KeyValueFile file = new KeyValueFile(workspace, "flush");
        String session = conversation.session().id().toString();
        long now = workspace.clock().millis();
        String begun = "begun " + (now + LEASE.toMillis()) + " " + cycle;
        String done = "done " + cycle;
        boolean isTaken = file.update(entries -> {
            String before = entries.getOrDefault(session, "");
            boolean isFree = !before.equals(done) && !isLeased(before, cycle, now);
            if (isFree) {
                entries.put(session, begun);
            }
            return isFree;
        });
        if (!isTaken) {
            return WriteResult.ALREADY;
        }
        String after = "";
        try {
            AdmissionResult admitted = memory.log().add("flush", proposedLines(memory, conversation), shown);
            after = done;
            return admitted.lines().isEmpty() ? WriteResult.NOTHING : WriteResult.WRITTEN;
        } finally {
            String next = after;
            file.update(
                    entries -> next.isEmpty() ? entries.remove(session, begun) : entries.replace(session, begun, next));
        }
    }

    private static boolean isLeased(String entry, long cycle, long now) {
        Matcher begun = BEGUN.matcher(entry);
        return begun.matches() && begun.group(2).equals(Long.toString(cycle)) && now < Long.parseLong(begun.group(1));
    }

    private List<ProposedLine> proposedLines(WorkspaceMemory memory, Conversation conversation) {
        return question.ask(conversation.session(), () -> input(memory, conversation), NotesAnswer::of)
                .value()
                .map(notes -> notes.stream()
                        .map(note -> line(memory, conversation, note.text(), note.handle()))
                        .toList())
                .orElseGet(() -> byRules(memory, conversation));
    }

    private static String input(WorkspaceMemory memory, Conversation conversation) {
        return "Today is " + memory.log().today() + ".\n\n" + ConversationText.of(conversation, MAX_INPUT_LENGTH);
    }

    private static List<ProposedLine> byRules(WorkspaceMemory memory, Conversation conversation) {
        RuleFindings found = RuleFindings.of(conversation);
        RuleFindings unwritten = RuleFindings.of(
                AgentMemoryWrites.without(conversation, memory.workspace().folder()));
        List<ProposedLine> lines = new ArrayList<>();
        unwritten.statements().forEach(each -> lines.add(line(memory, conversation, each.text(), each.handle())));
        if (!found.files().isEmpty()) {
            String files = found.shortFiles().stream().limit(MAX_FILES).collect(Collectors.joining(", "));
            String text = DailyLog.WORKED_ON + found.task().text() + " Files: " + files;
            lines.add(line(memory, conversation, text, found.task().handle()));
        }
        return lines;
    }

    private static ProposedLine line(WorkspaceMemory memory, Conversation conversation, String text, String handle) {
        return new ProposedLine(text, memory.source(conversation.session(), handle));
    }
}
