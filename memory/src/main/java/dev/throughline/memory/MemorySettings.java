package dev.throughline.memory;

import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.Projects;
import dev.throughline.workingset.budget.ModelWindows;
import java.nio.file.Path;

/**
 * How memory is set.
 *
 * @param home the folder where everything is kept
 * @param isShown whether sessions are shown what memory says
 * @param isLearning whether sessions write memory
 * @param limits when it is written, and how much of it is shown
 * @param markers how agents mark what is not plain conversation
 * @param windows how many tokens models take
 */
public record MemorySettings(
        Path home,
        Projects projects,
        boolean isShown,
        boolean isLearning,
        MemoryLimits limits,
        SearchSettings search,
        AgentMarkers markers,
        ModelWindows windows) {}
