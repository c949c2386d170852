package dev.throughline.memory.session;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.SessionProjects;
import java.util.Set;

/** Removes the texts of sessions that are deleted from the search indexes. Safe for use by many threads. */
public record DeletedSessions(SessionProjects projects, SessionIndexer indexer) {
    /**
     * Removes the texts of a session, then deletes it, then removes what was indexed meanwhile. So a crash leaves no
     * text of a deleted session, and a session that is not deleted is indexed again at its next turn.
     */
    public void delete(SessionCard card, Runnable deletion) {
        Set<Project> indexes = projects.allIndexes(card);
        indexer.remove(card.ref(), indexes);
        try {
            deletion.run();
        } finally {
            indexer.remove(card.ref(), indexes);
        }
    }
}
