package dev.throughline.memory.workspace;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.nio.file.Path;

/** The ways in which a folder of files disappoints, each with what was expected, what was found and what to do. */
final class WorkspaceErrors {
    private WorkspaceErrors() {}

    static ProxyException notRead(Path file, Exception cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "memory_unreadable",
                "expected to read " + file + ", found: " + Cause.words(cause) + "; check its permissions and the disk",
                cause);
    }

    static ProxyException notWritten(Path file, Exception cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "memory_not_written",
                "expected to write below " + file + ", found: " + Cause.words(cause)
                        + "; check its permissions and the disk's free space. What was begun is finished by the next"
                        + " change",
                cause);
    }

    static ProxyException tooLarge(String what, long bytes) {
        return new ProxyException(
                ProxyException.Kind.LIMIT,
                "memory_too_large",
                "expected " + what + " to have at most " + Workspace.MAX_FILE_BYTES + " bytes, found " + bytes
                        + "; split it");
    }

    static ProxyException notText(Path file, String why) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "memory_not_text",
                "expected UTF-8 text in " + file + ", found " + why + "; it is left as it is");
    }

    static ProxyException link(Path link) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "memory_link",
                "expected plain files and folders inside the memory folder, found that " + link
                        + " is a symbolic link; move what it points to into its place");
    }

    static ProxyException busy(Path root) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "memory_busy",
                "expected the lock of " + root + " within " + WorkspaceLock.TIMEOUT.toSeconds()
                        + " s, found that another process holds it; try again");
    }
}
