package dev.throughline.memory.consolidate;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.EndedTurn;
import dev.throughline.memory.writer.MemoryEvent;
import dev.throughline.memory.writer.MemoryWriter;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns finished sessions into memory, for each project: stage one reads each session once, stage two merges what they
 * left. Due with every periodic check, or when somebody asks for it. Safe for use by many threads.
 */
public final class Consolidation implements MemoryWriter {
    private static final Logger LOG = LoggerFactory.getLogger(Consolidation.class);
    private static final int PAGE = 500;

    /** Sessions that are read at once; the others are read later. */
    private static final int MOST_AT_ONCE = 32;

    /** What it works with. */
    public record Dependencies(
            Store store,
            EndedTurn.Sessions sessions,
            ProjectMemories memories,
            HelperModel helper,
            Clock clock,
            MemoryLimits.ConsolidationLimits limits) {}

    /** The number of sessions that were read, and the outcome of the merge. */
    public record Result(int sessions, WriteResult merge) {}

    private final Dependencies dependencies;

    public Consolidation(Dependencies dependencies) {
        this.dependencies = dependencies;
    }

    @Override
    public String name() {
        return "consolidation";
    }

    @Override
    public Optional<Supplier<WriteResult>> due(MemoryEvent event) {
        return event instanceof MemoryEvent.PeriodicCheck ? Optional.of(this::consolidateAll) : Optional.empty();
    }

    private WriteResult consolidateAll() {
        WriteResult result = WriteResult.UNCHANGED;
        for (Map.Entry<Project, List<SessionSource.Candidate>> each : sessions().entrySet()) {
            try {
                Result one = consolidate(each.getKey(), each.getValue(), /* isRequested= */ false);
                result = one.merge() == WriteResult.WRITTEN ? WriteResult.WRITTEN : result;
            } catch (RuntimeException e) {
                // The other projects are consolidated all the same.
                LOG.warn(
                        "{} cannot be consolidated; it is tried again later",
                        each.getKey().workspace(),
                        e);
            }
        }
        return result;
    }

    /** Consolidates the sessions of one project now. */
    public Result consolidate(Project project) {
        return consolidate(project, sessions().getOrDefault(project, List.of()), /* isRequested= */ true);
    }

    private Result consolidate(Project project, List<SessionSource.Candidate> candidates, boolean isRequested) {
        return dependencies.memories().with(project, memory -> {
            Workspace workspace = memory.memory().workspace();
            int read = new StageOne(workspace, dependencies.limits(), dependencies.helper())
                    .run(source(project, candidates), MOST_AT_ONCE);
            StageTwo stageTwo = new StageTwo(workspace, dependencies.limits(), dependencies.helper());
            WriteResult merge = asker(candidates)
                    .map(session -> isRequested ? stageTwo.runNow(session) : stageTwo.run(session))
                    .orElse(WriteResult.UNCHANGED);
            return new Result(read, merge);
        });
    }

    /** In whose name to ask the helper model: a session that can pay for it, if there is one. */
    private Optional<SessionRef> asker(List<SessionSource.Candidate> candidates) {
        List<SessionRef> sessions =
                candidates.stream().map(SessionSource.Candidate::session).toList();
        return sessions.stream()
                .filter(dependencies.helper()::isAvailable)
                .findFirst()
                .or(() -> sessions.stream().findFirst());
    }

    private SessionSource source(Project project, List<SessionSource.Candidate> candidates) {
        EndedTurn.Sessions sessions = dependencies.sessions();
        return new SessionSource() {
            @Override
            public List<Candidate> candidates() {
                return candidates;
            }

            @Override
            public Conversation read(SessionRef session) {
                Optional<SessionCard> card = dependencies.store().find(session);
                return sessions.views()
                        .read(
                                session,
                                recall -> Conversation.of(
                                        session,
                                        recall,
                                        sessions.words(),
                                        card.map(each -> sessions.projects().saidIn(project, each, recall.transcript()))
                                                .orElse(_ -> false)));
            }
        };
    }

    /** The sessions with memory that are not too old, by project, newest first. */
    private Map<Project, List<SessionSource.Candidate>> sessions() {
        Instant oldest =
                dependencies.clock().instant().minus(dependencies.limits().oldest());
        Map<Project, List<SessionSource.Candidate>> sessions = new LinkedHashMap<>();
        Optional<String> after = Optional.empty();
        boolean isYoung = true;
        while (isYoung) {
            StorePage<SessionCard> page = dependencies.store().sessions(Tenant.LOCAL, after, PAGE);
            for (SessionCard card : page.items()) {
                isYoung &= !card.updated().isBefore(oldest);
                if (isYoung
                        && !card.isBeside()
                        && dependencies.sessions().projects().hasMemory(card)) {
                    dependencies
                            .sessions()
                            .projects()
                            .all(card)
                            .forEach((project, until) -> sessions.computeIfAbsent(project, _ -> new ArrayList<>())
                                    .add(new SessionSource.Candidate(card.ref(), until)));
                }
            }
            after = page.next();
            isYoung &= after.isPresent();
        }
        return sessions;
    }
}
