package dev.throughline.memory.project;

import java.nio.file.Path;

/**
 * Whose memory it is, and where it stands.
 *
 * @param name of its folder; empty for what belongs to no project
 * @param workspace its Markdown, the truth
 * @param index what is derived from that and from sessions
 */
public record Project(String name, Path workspace, Path index) {
    public boolean isShared() {
        return name.isEmpty();
    }
}
