package dev.throughline.memory.consolidate;

import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.conversation.AgentMemoryWrites;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.NotesAnswer;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.TextCut;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads finished sessions, each once, and writes a rollout for each that has something to say. A session that went on
 * afterwards is read again. Safe for use by many threads and processes.
 */
public final class StageOne {
    private static final Logger LOG = LoggerFactory.getLogger(StageOne.class);
    private static final int MOST_CHARACTERS = 300_000;
    private static final int OUTPUT_TOKENS = 4_000;
    private static final int MOST_SUMMARY = 4_000;
    private static final int MOST_FAILURES = 5;
    private static final Duration TIME = Duration.ofMinutes(3);

    private final Workspace workspace;
    private final MemoryLimits.ConsolidationLimits limits;
    private final HelperModel helper;
    private final Leases leases;
    private final String instructions = TextResources.text(StageOne.class, "stage-one.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(StageOne.class, "stage-one.schema.json")));

    public StageOne(Workspace workspace, MemoryLimits.ConsolidationLimits limits, HelperModel helper) {
        this.workspace = workspace;
        this.limits = limits;
        this.helper = helper;
        this.leases = new Leases(workspace);
    }

    /** What the helper says about a session. */
    private record Found(List<NotesAnswer.Note> notes, String summary, String slug) {
        static Found of(Json answer) {
            return answer instanceof Json.Obj object
                    ? new Found(
                            NotesAnswer.of(object),
                            object.text("rollout_summary").orElse("").strip(),
                            object.text("slug").orElse("session"))
                    : new Found(List.of(), "", "");
        }

        boolean isEmpty() {
            return notes.isEmpty() && summary.isEmpty();
        }
    }

    /** Reads at most so many sessions that are due; says how many were read, also those that had nothing to say. */
    public int run(SessionSource sessions, int most) {
        if (!workspace.isWritable()) {
            return 0;
        }
        Instant now = workspace.clock().instant();
        int done = 0;
        for (SessionSource.Candidate each : sessions.candidates()) {
            boolean isDue = !each.updated().isAfter(now.minus(limits.idle()))
                    && !each.updated().isBefore(now.minus(limits.oldest()));
            if (done < most && isDue && leases.take(each)) {
                done += read(sessions, each) ? 1 : 0;
            }
        }
        return done;
    }

    private boolean read(SessionSource sessions, SessionSource.Candidate each) {
        try {
            Conversation conversation = sessions.read(each.session());
            Optional<Found> found = found(conversation, leases.isLastTry(each));
            if (found.isEmpty()) {
                leases.failed(each);
                return false;
            }
            if (!found.get().isEmpty()) {
                write(each, found.get());
            }
            leases.done(each);
            return true;
        } catch (ProxyException e) {
            LOG.warn("session {} is not consolidated yet: {}", each.session().id(), e.getMessage());
            leases.failed(each);
            return false;
        }
    }

    private Optional<Found> found(Conversation conversation, boolean isLastTry) {
        if (conversation.isEmpty()) {
            return Optional.of(new Found(List.of(), "", ""));
        }
        if (!helper.isAvailable(conversation.session())) {
            return Optional.of(byRules(conversation));
        }
        HelperAnswer<Found> asked = helper.ask(
                conversation.session(),
                new HelperQuestion<>(
                        "stage_one",
                        instructions,
                        ConversationText.of(conversation, MOST_CHARACTERS),
                        schema,
                        Found::of,
                        OUTPUT_TOKENS,
                        TIME));
        // Whoever can be asked no more, since credentials or savings are gone, is not waited for.
        boolean isInVain = asked instanceof HelperAnswer.None<Found> none && (isLastTry || none.wasNotSent());
        return isInVain ? Optional.of(byRules(conversation)) : asked.value();
    }

    private void write(SessionSource.Candidate each, Found found) {
        String session = each.session().id().toString();
        LocalDate date = LocalDate.ofInstant(each.updated(), workspace.clock().getZone());
        List<String> lines = new ArrayList<>();
        for (NotesAnswer.Note note : found.notes()) {
            String text = Admission.line(note.text());
            if (!text.isEmpty()) {
                lines.add("- " + text + " " + new LineSource(date, session, note.handle()).written());
            }
        }
        String summary = Admission.text(found.summary());
        workspace.change("stage one", w -> {
            Optional<MemoryPath> old = page(w, session);
            MemoryPath path = old.orElseGet(() -> Rollout.path(session, each.updated(), found.slug()));
            Rollout rollout = new Rollout(path, session, each.updated(), TextCut.to(summary, MOST_SUMMARY), lines);
            return List.of(new PageChange.Write(path, w.read(path), rollout.written()));
        });
    }

    /** The page that this session has already. */
    private static Optional<MemoryPath> page(Workspace workspace, String session) {
        String hash = "_" + Rollout.hash(session) + "_";
        return workspace.list(Rollout.FOLDER).pages().stream()
                .map(PageListing.Entry::path)
                .filter(path -> path.name().contains(hash))
                .filter(path -> workspace
                        .read(path)
                        .map(Page::text)
                        .filter(text -> text.contains(session))
                        .isPresent())
                .findFirst();
    }

    private Found byRules(Conversation conversation) {
        RuleFindings found = RuleFindings.of(conversation);
        if (found.task().text().isEmpty()) {
            return new Found(List.of(), "", "");
        }
        StringBuilder summary = new StringBuilder();
        summary.append("Task: ").append(found.task().text()).append('\n');
        found.asks()
                .forEach(each -> summary.append("Then: ").append(each.text()).append('\n'));
        if (!found.state().text().isEmpty()) {
            summary.append("Last state: ").append(found.state().text()).append('\n');
        }
        if (!found.files().isEmpty()) {
            summary.append("Files: ")
                    .append(String.join(", ", found.shortFiles()))
                    .append('\n');
        }
        found.failures().stream()
                .skip(Math.max(0, found.failures().size() - MOST_FAILURES))
                .forEach(each -> summary.append("Failed: ").append(each.text()).append('\n'));
        RuleFindings told = RuleFindings.of(AgentMemoryWrites.without(conversation, workspace.folder()));
        List<NotesAnswer.Note> notes = new ArrayList<>();
        told.statements().forEach(each -> notes.add(new NotesAnswer.Note(each.text(), each.handle())));
        told.corrections()
                .forEach(each -> notes.add(new NotesAnswer.Note(Merger.CORRECTED + each.text(), each.handle())));
        return new Found(notes, summary.toString(), found.task().text());
    }
}
