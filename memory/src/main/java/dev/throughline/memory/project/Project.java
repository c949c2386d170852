package dev.throughline.memory.project;

import java.nio.file.Path;

/**
 * A project and the folders of its memory.
 *
 * @param name the name of its folder; empty for the shared memory
 * @param workspace the folder of its Markdown pages
 * @param index the folder of its search index, which can be rebuilt from the pages and the sessions
 */
public record Project(String name, Path workspace, Path index) {
    /** Whether this is memory of the owner of the home: not of another person or agent, and not only an index. */
    public boolean isOwners() {
        return !name.equals(Projects.OWNER_ONLY)
                && !Projects.OF_OTHERS.matcher(name).matches();
    }

    /** Whether this is the shared memory, which agents outside of any project use. */
    public boolean isShared() {
        return name.isEmpty();
    }
}
