package dev.throughline.memory.read;

import dev.throughline.memory.topic.Manifest;
import dev.throughline.memory.workspace.MemoryPath;
import java.util.List;

/** Finds topics by what a person says. The application fills this with its search; {@link Overlap} needs none. */
public interface TopicFinder {
    /** The topics that fit best, the best first; none that do not fit. */
    List<MemoryPath> find(String words, Manifest manifest, int most);
}
