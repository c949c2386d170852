package dev.throughline.memory.consolidate;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.conversation.AgentMemoryWrites;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.NotesAnswer;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TextCut;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stage one of consolidation: reads finished sessions, each once, and writes a rollout for each that has content. A
 * session that continues afterwards is read again. Safe for use by many threads and processes.
 */
public final class RolloutWriter {
    private static final Logger LOG = LoggerFactory.getLogger(RolloutWriter.class);

    private static final int MAX_INPUT_LENGTH = 300_000;
    private static final int MAX_OUTPUT_TOKENS = 4_000;
    private static final int MAX_SUMMARY_LENGTH = 4_000;
    private static final int MAX_FAILURES = 5;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final Workspace workspace;
    private final MemoryLimits.ConsolidationLimits limits;
    private final RolloutLeases leases;
    private final QuestionTemplate question;

    public RolloutWriter(Workspace workspace, MemoryLimits.ConsolidationLimits limits, HelperModel helper) {
        this.workspace = workspace;
        this.limits = limits;
        this.leases = new RolloutLeases(workspace);
        this.question = QuestionTemplate.of(helper, RolloutWriter.class, "stage_one", MAX_OUTPUT_TOKENS, TIMEOUT);
    }

    /** The content that was extracted from a session. */
    private record Extract(List<NotesAnswer.Note> notes, String summary, String slug) {
        static final Extract EMPTY = new Extract(List.of(), "", "");

        static Extract of(Json answer) {
            return answer instanceof Json.Obj object
                    ? new Extract(
                            NotesAnswer.of(object),
                            object.text("rollout_summary").orElse("").strip(),
                            object.text("slug").orElse("session"))
                    : EMPTY;
        }

        boolean isEmpty() {
            return notes.isEmpty() && summary.isEmpty();
        }
    }

    /**
     * Reads sessions that are due.
     *
     * @param limit the maximum number of sessions
     * @return how many were read, including those without content
     */
    public int run(List<FinishedSession> sessions, Function<SessionRef, Conversation> reader, int limit) {
        if (!workspace.isWritable()) {
            return 0;
        }
        Instant now = workspace.clock().instant();
        int read = 0;
        for (FinishedSession session : sessions) {
            boolean isDue = !session.updated().isAfter(now.minus(limits.idle()))
                    && !session.updated().isBefore(now.minus(limits.oldest()));
            if (read < limit && isDue && leases.take(session)) {
                read += read(session, reader) ? 1 : 0;
            }
        }
        return read;
    }

    private boolean read(FinishedSession session, Function<SessionRef, Conversation> reader) {
        try {
            Conversation conversation = reader.apply(session.session());
            Optional<Extract> extract = extract(conversation, leases.isLastAttempt(session));
            if (extract.isEmpty()) {
                leases.failed(session);
                return false;
            }
            if (!extract.get().isEmpty()) {
                write(session, extract.get());
            }
            leases.done(session);
            return true;
        } catch (ProxyException e) {
            LOG.warn("session {} is not consolidated yet: {}", session.key(), e.getMessage());
            leases.failed(session);
            return false;
        }
    }

    /** Empty if the helper model failed and has to be asked again. */
    private Optional<Extract> extract(Conversation conversation, boolean isLastAttempt) {
        if (conversation.isEmpty()) {
            return Optional.of(Extract.EMPTY);
        }
        HelperAnswer<Extract> answer = question.ask(
                conversation.session(), () -> ConversationText.of(conversation, MAX_INPUT_LENGTH), Extract::of);
        // Without credentials or savings a later attempt would fail as well.
        boolean isFinal = answer instanceof HelperAnswer.None<Extract> none && (isLastAttempt || none.wasNotSent());
        return isFinal ? Optional.of(byRules(conversation)) : answer.value();
    }

    private void write(FinishedSession session, Extract extract) {
        LocalDate date =
                LocalDate.ofInstant(session.updated(), workspace.clock().getZone());
        List<String> lines = extract.notes().stream()
                .flatMap(note ->
                        Admission.line(note.text(), new LineSource(date, session.key(), note.handle())).stream())
                .toList();
        String summary = TextCut.to(Admission.text(extract.summary()), MAX_SUMMARY_LENGTH);
        workspace.change("stage one", w -> {
            MemoryPath path = existingPage(w, session.key())
                    .orElseGet(() -> Rollout.path(session.key(), session.updated(), extract.slug()));
            Rollout rollout = new Rollout(path, session.key(), session.updated(), summary, lines);
            return List.of(new PageChange.Write(path, w.read(path), rollout.format()));
        });
    }

    private static Optional<MemoryPath> existingPage(Workspace workspace, String session) {
        String hash = "_" + Rollout.hash(session) + "_";
        return workspace.list(Rollout.FOLDER).pages().stream()
                .map(PageListing.ListedPage::path)
                .filter(path -> path.name().contains(hash))
                .filter(path -> workspace
                        .read(path)
                        .filter(page -> page.text().contains(session))
                        .isPresent())
                .findFirst();
    }

    private Extract byRules(Conversation conversation) {
        RuleFindings found = RuleFindings.of(conversation);
        if (found.task().text().isEmpty()) {
            return Extract.EMPTY;
        }
        Stream<String> requests = found.requests().stream().map(each -> "Then: " + each.text());
        Stream<String> state =
                Stream.of(found.state().text()).filter(text -> !text.isEmpty()).map(text -> "Last state: " + text);
        Stream<String> files =
                found.files().isEmpty() ? Stream.of() : Stream.of("Files: " + String.join(", ", found.shortFiles()));
        Stream<String> failures = found.failures().stream()
                .skip(Math.max(0, found.failures().size() - MAX_FAILURES))
                .map(each -> "Failed: " + each.text());
        String summary = Stream.of(Stream.of("Task: " + found.task().text()), requests, state, files, failures)
                .flatMap(Function.identity())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        RuleFindings unwritten = RuleFindings.of(AgentMemoryWrites.without(conversation, workspace.folder()));
        List<NotesAnswer.Note> notes = Stream.concat(
                        unwritten.statements().stream().map(each -> new NotesAnswer.Note(each.text(), each.handle())),
                        unwritten.corrections().stream()
                                .map(each ->
                                        new NotesAnswer.Note(MergeProposal.CORRECTED + each.text(), each.handle())))
                .toList();
        return new Extract(notes, summary, found.task().text());
    }
}
