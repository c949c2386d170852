package dev.throughline.memory;

import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.reference.ReferenceSettings;
import dev.throughline.workingset.budget.ModelWindows;

/**
 * The settings of memory.
 *
 * @param isShown whether sessions are shown memory
 * @param isLearning whether memory is written from sessions
 * @param indexMessages the number of new messages of a person after which a session is given a name and a summary; 0 if
 *     that is only done on request
 * @param markers the markers of side requests and of text that agents add
 * @param windows the context windows of models
 * @param chatKeys derives the keys of sessions, from which it follows who takes part
 */
public record MemorySettings(
        Projects projects,
        boolean isShown,
        boolean isLearning,
        int indexMessages,
        MemoryLimits limits,
        SearchSettings search,
        AgentMarkers markers,
        ModelWindows windows,
        ChatKeys chatKeys,
        ReferenceSettings references) {}
