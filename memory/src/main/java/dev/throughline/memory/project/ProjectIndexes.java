package dev.throughline.memory.project;

import dev.throughline.search.SearchDocument;
import java.util.Collection;

/** The search indexes of all projects, for who fills them. Safe for use by many threads. */
public interface ProjectIndexes {
    /** Adds documents that are not in the index of a project yet; returns false if another process has the index. */
    boolean add(Project project, Collection<SearchDocument> documents);

    /** Removes the documents on a shelf from the index; returns false if another process has the index. */
    boolean remove(Project project, String shelf);
}
