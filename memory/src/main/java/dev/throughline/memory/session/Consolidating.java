package dev.throughline.memory.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.memory.consolidate.SessionSource;
import dev.throughline.memory.consolidate.StageTwo;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets finished sessions become memory: stage one reads each once, stage two merges what they left. Runs soon after the
 * start, then every quarter of an hour, or when somebody asks for it. Safe for use by many threads.
 */
public final class Consolidating {
    private static final Logger LOG = LoggerFactory.getLogger(Consolidating.class);
    private static final Duration PERIOD = Duration.ofMinutes(15);

    /** A gateway that one agent's run opens may be closed soon; but the agent comes first. */
    private static final Duration FIRST = Duration.ofMinutes(1);

    private static final int PAGE = 500;

    /** Sessions that are read in one go; the others have their turn later. */
    private static final int MOST_AT_ONCE = 32;

    /**
     * What a consolidation works with.
     *
     * @param oldest how old a session may be that is read
     */
    public record Means(
            Store store,
            RecallCache views,
            ProjectMemories rooms,
            SessionProjects whereabouts,
            ScaffoldFilter words,
            HelperModel helper,
            Clock clock,
            Duration oldest) {}

    /** What came of it, for one project. */
    public record Done(Project project, int sessions, StageTwo.Fate merge) {}

    private final Means means;
    private final CountDownLatch end = new CountDownLatch(1);

    public Consolidating(Means means) {
        this.means = means;
    }

    /** Works until it is closed. */
    public void run() {
        try {
            Duration pause = FIRST;
            while (!end.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                everywhere();
                pause = PERIOD;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the work after what is under way. */
    public void close() {
        end.countDown();
    }

    private void everywhere() {
        try {
            sessions().forEach(this::inTurn);
        } catch (RuntimeException e) {
            LOG.warn("sessions cannot be listed now; tried again in {}", PERIOD, e);
        }
    }

    /** One project's trouble is not the others'. */
    private void inTurn(Project project, List<SessionSource.Candidate> sessions) {
        try {
            consolidate(project, sessions, /* isAsked= */ false);
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be consolidated now; tried again in {}", project.workspace(), PERIOD, e);
        }
    }

    /** Consolidates the sessions of one project now. */
    public Done now(Project project) {
        return consolidate(project, sessions().getOrDefault(project, List.of()), /* isAsked= */ true);
    }

    private Done consolidate(Project project, List<SessionSource.Candidate> sessions, boolean isAsked) {
        return means.rooms().with(project, room -> {
            int read = room.memory().stageOne().run(source(project, sessions), MOST_AT_ONCE);
            Optional<SessionRef> asker = asker(sessions);
            StageTwo.Fate fate =
                    asker.map(session -> merge(room, session, isAsked)).orElse(StageTwo.Fate.UNCHANGED);
            return new Done(project, read, fate);
        });
    }

    /** In whose name to ask: a session that can pay for it, if there is one. */
    private Optional<SessionRef> asker(List<SessionSource.Candidate> sessions) {
        return sessions.stream()
                .map(SessionSource.Candidate::session)
                .filter(means.helper()::isThere)
                .findFirst()
                .or(() ->
                        sessions.stream().map(SessionSource.Candidate::session).findFirst());
    }

    private static StageTwo.Fate merge(ProjectMemory room, SessionRef asker, boolean isAsked) {
        StageTwo stage = room.memory().stageTwo();
        return isAsked ? stage.runNow(asker) : stage.run(asker);
    }

    private SessionSource source(Project project, List<SessionSource.Candidate> sessions) {
        return new SessionSource() {
            @Override
            public List<Candidate> candidates() {
                return sessions;
            }

            @Override
            public Conversation read(SessionRef session) {
                return means.views()
                        .look(
                                session,
                                recall -> Conversation.of(
                                        session, recall, means.words(), saidIn(project, session, recall.transcript())));
            }
        };
    }

    private Predicate<Entry.Node> saidIn(Project project, SessionRef session, Transcript transcript) {
        return means.store()
                .find(session)
                .map(card -> means.whereabouts().saidIn(project, card, transcript))
                .orElse(_ -> false);
    }

    /** The sessions with memory that are not too old, by project, newest first. */
    private Map<Project, List<SessionSource.Candidate>> sessions() {
        Instant oldest = means.clock().instant().minus(means.oldest());
        Map<Project, List<SessionSource.Candidate>> sessions = new LinkedHashMap<>();
        Optional<String> after = Optional.empty();
        boolean isYoung = true;
        while (isYoung) {
            StorePage<SessionCard> page = means.store().sessions(Tenant.LOCAL, after, PAGE);
            for (SessionCard card : page.items()) {
                isYoung &= !card.updated().isBefore(oldest);
                if (isYoung && !card.isBeside() && means.whereabouts().hasMemory(card)) {
                    means.whereabouts()
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
