package dev.throughline.memory;

import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.Projects;
import dev.throughline.workingset.budget.ModelWindows;

/**
 * The settings of memory.
 *
 * @param isShown whether sessions are shown memory
 * @param isLearning whether memory is written from sessions
 * @param markers the markers of side requests and of text that agents add
 * @param windows the context windows of models
 */
public record MemorySettings(
        Projects projects,
        boolean isShown,
        boolean isLearning,
        MemoryLimits limits,
        SearchSettings search,
        AgentMarkers markers,
        ModelWindows windows) {}
