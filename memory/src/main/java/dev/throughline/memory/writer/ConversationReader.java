package dev.throughline.memory.writer;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.SessionProjects;
import java.util.List;

/** Reads conversations from the archive through a cache. Safe for use by many threads. */
public record ConversationReader(RecallCache cache, SessionProjects projects, ScaffoldFilter scaffoldFilter) {
    /** The items of a session from the time in which its agent worked in a project, without secrets. */
    public Conversation inProject(SessionCard card, Project project) {
        return ofParticipants(
                card,
                cache.read(
                        card.ref(),
                        recall -> Conversation.of(
                                card.ref(),
                                recall,
                                scaffoldFilter,
                                projects.nodesIn(project, card, recall.transcript()))));
    }

    /** A conversation that was read; empty if others wrote in it since the card was read. */
    Conversation ofParticipants(SessionCard card, Conversation read) {
        return projects.hasSameParticipants(card) ? read : new Conversation(card.ref(), List.of());
    }

    /** The items of a session that the index of a project contains, without secrets. */
    public Conversation indexed(SessionCard card, Project project) {
        return cache.read(
                card.ref(),
                recall -> Conversation.of(
                        card.ref(), recall, scaffoldFilter, projects.indexedNodes(project, card, recall.transcript())));
    }
}
