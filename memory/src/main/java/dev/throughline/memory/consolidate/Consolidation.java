package dev.throughline.memory.consolidate;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.memory.writer.MemoryWriter;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.SessionRef;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns finished sessions into memory, project by project: writes a rollout for each session, then merges the rollouts.
 * Runs with every periodic check and on request. Safe for use by many threads.
 */
public final class Consolidation implements MemoryWriter {
    private static final Logger LOG = LoggerFactory.getLogger(Consolidation.class);

    /** The maximum number of sessions that one run reads; the next run reads others. */
    private static final int MAX_SESSIONS = 32;

    private final Store store;
    private final ConversationReader sessions;
    private final ProjectMemories memories;
    private final HelperModel helper;
    private final Clock clock;
    private final MemoryLimits.ConsolidationLimits limits;

    public Consolidation(
            Store store,
            ConversationReader sessions,
            ProjectMemories memories,
            HelperModel helper,
            Clock clock,
            MemoryLimits.ConsolidationLimits limits) {
        this.store = store;
        this.sessions = sessions;
        this.memories = memories;
        this.helper = helper;
        this.clock = clock;
        this.limits = limits;
    }

    /**
     * The result of a consolidation.
     *
     * @param sessions the number of sessions that were read
     */
    public record ConsolidationResult(int sessions, WriteResult merge) {}

    @Override
    public String name() {
        return "consolidation";
    }

    @Override
    public Optional<WriteResult> periodically() {
        WriteResult result = WriteResult.UNCHANGED;
        for (Map.Entry<Project, List<FinishedSession>> each : finishedSessions().entrySet()) {
            try {
                ConsolidationResult one = consolidate(each.getKey(), each.getValue(), /* isRequested= */ false);
                result = one.merge() == WriteResult.WRITTEN ? WriteResult.WRITTEN : result;
            } catch (RuntimeException e) {
                // A failure in one project must not stop the others.
                LOG.warn(
                        "{} cannot be consolidated; it is tried again later",
                        each.getKey().workspace(),
                        e);
            }
        }
        return Optional.of(result);
    }

    /** Consolidates the sessions of one project now. */
    public ConsolidationResult consolidate(Project project) {
        return consolidate(project, finishedSessions().getOrDefault(project, List.of()), /* isRequested= */ true);
    }

    private ConsolidationResult consolidate(Project project, List<FinishedSession> finished, boolean isRequested) {
        return memories.with(project, memory -> {
            Workspace workspace = memory.memory().workspace();
            int read = new RolloutWriter(workspace, limits, helper)
                    .run(finished, session -> conversation(project, session), MAX_SESSIONS);
            RolloutMerger merger = new RolloutMerger(workspace, limits, helper);
            WriteResult merge = asker(finished)
                    .map(session -> isRequested ? merger.runNow(session) : merger.run(session))
                    .orElse(WriteResult.UNCHANGED);
            return new ConsolidationResult(read, merge);
        });
    }

    /** The session for which the helper model is asked: one for which it is available, if there is one. */
    private Optional<SessionRef> asker(List<FinishedSession> finished) {
        List<SessionRef> all = finished.stream().map(FinishedSession::session).toList();
        return all.stream()
                .filter(helper::isAvailable)
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /** The part of a conversation that took place while the agent worked in the project. */
    private Conversation conversation(Project project, SessionRef session) {
        return store.find(session)
                .map(card -> sessions.inProject(card, project))
                .orElseGet(() -> new Conversation(session, List.of()));
    }

    /** The sessions with memory that are not too old, by project, newest first. */
    private Map<Project, List<FinishedSession>> finishedSessions() {
        Instant oldest = clock.instant().minus(limits.oldest());
        Map<Project, List<FinishedSession>> finished = new LinkedHashMap<>();
        SessionProjects sessionProjects = sessions.projects();
        sessionProjects
                .sessions()
                .takeWhile(card -> !card.updated().isBefore(oldest))
                .filter(card -> !card.hasOnlySideRequests() && sessionProjects.hasMemory(card))
                .forEach(card -> sessionProjects
                        .all(card)
                        .forEach((project, until) -> finished.computeIfAbsent(project, _ -> new ArrayList<>())
                                .add(new FinishedSession(card.ref(), until))));
        return finished;
    }
}
