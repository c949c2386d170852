package dev.throughline.memory.writer;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.SessionProjects;

/** Reads conversations from the archive through a cache. Safe for use by many threads. */
public record ConversationReader(RecallCache cache, SessionProjects projects, ScaffoldFilter scaffoldFilter) {
    /** The items of a session from the time in which its agent worked in a project, without secrets. */
    public Conversation inProject(SessionCard card, Project project) {
        return cache.read(
                card.ref(),
                recall -> Conversation.of(
                        card.ref(), recall, scaffoldFilter, projects.nodesIn(project, card, recall.transcript())));
    }
}
