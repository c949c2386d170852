package dev.throughline.memory.workspace;

import java.util.Set;

/** Who wants to know which pages changed, by whomever. Called by one thread at a time. */
@FunctionalInterface
public interface WorkspaceListener {
    /** Pages that are new or say something else, and pages that are gone. */
    void changed(Set<MemoryPath> changed, Set<MemoryPath> removed);
}
