package dev.throughline.server.sessions;

/**
 * A request to import a file or a folder of this machine.
 *
 * @param path an absolute path
 * @param dryRun whether only to count what would be imported
 */
public record ImportRequest(String path, boolean dryRun) {}
