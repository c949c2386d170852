package dev.throughline.memory.inject;

import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.MemoryPath;
import java.util.List;

/**
 * Finds topics by what a person says. The application fills this with its search; {@link WordOverlapFinder} needs none.
 */
public interface TopicFinder {
    /** The topics that fit best, the best first; none that do not fit. */
    List<MemoryPath> find(String words, TopicManifest manifest, int most);
}
