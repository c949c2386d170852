package dev.throughline.memory.session;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.SessionProjects;
import java.util.Set;

/** Removes the texts of sessions that are deleted from the search indexes. Safe for use by many threads. */
public record DeletedSessions(SessionProjects projects, ProjectMemories memories, SessionIndexer indexer) {
    /**
     * Removes the texts of a session, then deletes it, then removes what was indexed meanwhile. So a crash leaves no
     * text of a deleted session, and a session that is not deleted is indexed again at its next turn.
     */
    public void delete(SessionCard card, Runnable deletion) {
        Set<Project> all = Set.copyOf(projects.all(card).keySet());
        remove(card, all);
        try {
            deletion.run();
        } finally {
            remove(card, all);
        }
    }

    private void remove(SessionCard card, Set<Project> all) {
        indexer.forget(card.ref(), all);
        for (Project project : all) {
            boolean _ = memories.with(project, memory -> {
                memory.removeFromIndex(id -> SessionIndexer.isOf(card.ref(), id));
                return true;
            });
        }
    }
}
