package dev.throughline.memory.session;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.search.SearchDocument;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Indexes the sessions of earlier processes, in the background, newest sessions first. After a
 * crash these are all turns since the last orderly shutdown. The {@link IndexWatermark} is saved only if every session
 * could be indexed; otherwise the next start tries again.
 */
public final class IndexCatchUp {
    private static final Logger LOG = LoggerFactory.getLogger(IndexCatchUp.class);
    private static final Duration CLOSE_TIME = Duration.ofSeconds(5);

    private final Projects projects;
    private final ProjectMemories memories;
    private final ConversationReader endedSessions;
    private final SessionIndexer indexer;
    private final Thread thread = Thread.ofVirtual().name("index catch-up").unstarted(this::run);
    private volatile boolean isStopped;

    /** Set once all sessions are indexed. */
    private volatile @Nullable IndexWatermark completeWatermark;

    /** @param endedSessions has a cache of its own, so that reading old sessions does not evict those in use */
    public IndexCatchUp(
            Projects projects, ProjectMemories memories, ConversationReader endedSessions, SessionIndexer indexer) {
        this.projects = projects;
        this.memories = memories;
        this.endedSessions = endedSessions;
        this.indexer = indexer;
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            IndexWatermark watermark = watermark(projects.indexed());
            boolean isComplete = !watermark.isOutdated() || rebuildAll();
            for (SessionCard card :
                    (Iterable<SessionCard>) endedSessions.projects().sessions()::iterator) {
                if (!watermark.isBefore(card.updated())) {
                    break;
                }
                if (isStopped) {
                    return;
                }
                isComplete &= index(card);
                watermark.advance(card.updated());
            }
            if (isComplete) {
                watermark.save(projects.indexed());
                completeWatermark = watermark;
            }
        } catch (RuntimeException e) {
            LOG.warn("not all earlier sessions are indexed; the next start tries again", e);
        }
    }

    /** Rebuilds indexes that an older version may have filled with messages of other people. */
    private boolean rebuildAll() {
        boolean isComplete = true;
        for (Project project : projects.indexed()) {
            if (isStopped) {
                return false;
            }
            try {
                if (Files.isDirectory(project.index())) {
                    rebuild(project);
                }
            } catch (RuntimeException e) {
                LOG.warn("the index in {} cannot be rebuilt; the next start tries again", project.index(), e);
                isComplete = false;
            }
        }
        return isComplete;
    }

    /** Rebuilds the index of a project from its pages and sessions. Searches use the old index meanwhile. */
    public void rebuild(Project project) {
        memories.with(project, memory -> {
            memory.rebuild(() -> documents(project).iterator());
            return true;
        });
    }

    private Stream<SearchDocument> documents(Project project) {
        SessionProjects sessionProjects = endedSessions.projects();
        return sessionProjects
                .sessions()
                .filter(card -> sessionProjects.indexedIn(card).contains(project))
                .flatMap(card -> SessionIndexer.documents(endedSessions.indexed(card, project), "").stream());
    }

    /**
     * Notes that sessions are about to be imported. They may be older than the watermark, so it is removed until this
     * process ends orderly.
     */
    public void importing() {
        watermark(List.of()).remove();
    }

    private IndexWatermark watermark(List<Project> all) {
        String people = endedSessions.projects().peopleSettings();
        return new IndexWatermark(projects.shared().index(), all, people);
    }

    /** Indexes a session that was imported. */
    public void imported(SessionCard card) {
        var _ = index(card);
    }

    private boolean index(SessionCard card) {
        try {
            return indexer.index(card, endedSessions);
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be indexed; the next start tries again", card.ref(), e);
            return false;
        }
    }

    /** Ends the work after the current session. */
    public void stop() {
        isStopped = true;
    }

    /** Waits until the work has ended. It is not interrupted, as an interrupt would close the files that it reads. */
    public void awaitEnd() {
        if (!hasEndedWithin(CLOSE_TIME)) {
            LOG.info("a long session is still being indexed; the next start indexes it again");
        }
    }

    /** Waits until the sessions of earlier processes are indexed, for this time at most; returns whether they are. */
    public boolean hasEndedWithin(Duration time) {
        try {
            return thread.getState() == Thread.State.NEW || thread.join(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Records that everything up to this time is indexed; has no effect if earlier sessions are missing. */
    public void saveWatermark(Instant time) {
        IndexWatermark watermark = completeWatermark;
        if (watermark != null) {
            watermark.advance(time);
            watermark.save(projects.indexed());
        }
    }
}
