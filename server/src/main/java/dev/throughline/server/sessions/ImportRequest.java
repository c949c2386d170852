package dev.throughline.server.sessions;

import org.jspecify.annotations.Nullable;

/**
 * A request to import a file or a folder of this machine.
 *
 * @param path an absolute path
 * @param dryRun whether only to count what would be imported; false if it is missing
 */
public record ImportRequest(String path, @Nullable Boolean dryRun) {
    /** Whether nothing is to be written. */
    public boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }
}
